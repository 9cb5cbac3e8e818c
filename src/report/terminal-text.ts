/**
 * Text in a terminal's columns: how wide it is, how to make it fit, how to break it into lines. Names come from
 * scenario files, so what could move the cursor or hide text is replaced before it is printed.
 */
import type picocolors from "picocolors";

export type Paint = ReturnType<typeof picocolors.createColors>;

/** Columns that the text takes: none for combining marks, two for East Asian and emoji. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** Exactly `width` columns: padded, or cut and ended with an ellipsis. */
export function fitText(text: string, width: number, align: "left" | "right" = "left"): string {
  const cut = truncateText(text, width);
  const padding = " ".repeat(Math.max(0, width - displayWidth(cut)));
  return align === "left" ? cut + padding : padding + cut;
}

export function truncateText(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width <= 0) return "";
  let kept = "";
  let used = 0;
  for (const character of text) {
    used += characterWidth(character);
    if (used > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

/** Lines of at most `width` columns, broken between words, within a word only where it is longer than a line. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter((part) => part !== "")) {
    let rest = word;
    if (line !== "" && displayWidth(line) + 1 + displayWidth(rest) <= width) {
      line += ` ${rest}`;
      continue;
    }
    if (line !== "") lines.push(line);
    while (displayWidth(rest) > width) {
      const head = headOf(rest, width);
      lines.push(head);
      rest = rest.slice(head.length);
    }
    line = rest;
  }
  if (line !== "") lines.push(line);
  return lines;
}

/** Control and direction-changing characters made visible: a tenant's name must not be able to drive a terminal. */
export function printable(text: string): string {
  return text.replace(UNSAFE, "\ufffd");
}

/** Shares from 0 to 1 as a row of bars, averaged down to at most `width` of them. */
export function sparkline(shares: readonly number[], width: number): string {
  const bars = Math.min(width, shares.length);
  let line = "";
  for (let bar = 0; bar < bars; bar++) {
    const part = shares.slice(
      Math.floor((bar * shares.length) / bars),
      Math.floor(((bar + 1) * shares.length) / bars),
    );
    const average = part.reduce((sum, share) => sum + share, 0) / part.length;
    const level = Number.isFinite(average) ? Math.round(Math.min(1, Math.max(0, average)) * 7) : 0;
    line += BARS[level];
  }
  return line;
}

const BARS = "▁▂▃▄▅▆▇█";
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]$/u;

function characterWidth(character: string): number {
  if (character <= "~") return 1;
  if (ZERO_WIDTH.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

function headOf(text: string, width: number): string {
  let head = "";
  let used = 0;
  for (const character of text) {
    used += characterWidth(character);
    if (used > width && head !== "") break;
    head += character;
  }
  return head;
}
