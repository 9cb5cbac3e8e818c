/**
 * One axis of a sweep: a scenario field and what it takes. People write values (`fifo,top-k`), ranges with a step
 * (`100..400:50`, `10/s..90/s:20/s`), or ranges to sample from (`0.5..2`, `1ms..1s:log` in one unit).
 */
import { type Problem, problem } from "../../scenario/problems.ts";
import type { FieldValue } from "../result.ts";

export type Axis = ListAxis | RangeAxis;

export interface ListAxis {
  /** Path of the scenario's field, as in --set. */
  readonly path: string;
  /** Any JSON. */
  readonly values: readonly unknown[];
}

export interface RangeAxis {
  readonly path: string;
  readonly low: number;
  readonly high: number;
  /** As in "90/s"; empty for a bare number. */
  readonly unit: string;
  readonly scale: "linear" | "log";
  /** The field takes whole numbers only. */
  readonly integral: boolean;
}

export function isRange(axis: Axis): axis is RangeAxis {
  return !("values" in axis);
}

export type ParsedAxis =
  | { readonly ok: true; readonly axis: Axis }
  | { readonly ok: false; readonly problem: Problem };

/** `--vary path=values`. */
export function parseVary(text: string): ParsedAxis {
  // A quoted key of the path may hold an equals sign, as in plans["a=b"].limit.
  const [, path, values] = /^((?:[^="]|"[^"]*")*)=(.*)$/s.exec(text) ?? [];
  if (path === undefined || path.trim() === "")
    return refuse(`--vary ${text}`, "expected path=values, such as machines.0.count=100,200,300");
  return parseAxis(`--vary ${path.trim()}`, path.trim(), values!.trim());
}

/** `where` is the place that a problem names. */
export function parseAxis(where: string, path: string, text: string): ParsedAxis {
  const parts = splitValues(text);
  if (parts.some((part) => part === ""))
    return refuse(where, "needs values, such as 100,200,300 or 100..400:50", text);
  const values: unknown[] = [];
  for (const part of parts) {
    const range = RANGE.exec(part);
    if (range === null) {
      values.push(jsonOrText(part));
      continue;
    }
    const read = readRange(path, range);
    if (typeof read === "string") return refuse(where, read, part);
    if (!("values" in read)) {
      if (parts.length === 1) return { ok: true, axis: read };
      return refuse(where, "a range among values needs a step, such as 100..400:50", part);
    }
    values.push(...read.values);
  }
  return listAxis(where, path, values);
}

/** Values given as such; refuses one that comes twice, which would only run the same again. */
export function listAxis(where: string, path: string, values: readonly unknown[]): ParsedAxis {
  const seen = new Set<string>();
  for (const value of values) {
    const label = JSON.stringify(value);
    if (seen.has(label)) return refuse(where, "the same value twice", value);
    seen.add(label);
  }
  return { ok: true, axis: { path, values } };
}

/** A value as a result document shows it. */
export function fieldValue(value: unknown): FieldValue {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : (value as FieldValue);
}

/** A number of the axis with its unit, as it stands in a scenario. */
export function withUnit(value: number, unit: string): string | number {
  return unit === "" ? value : `${value}${unit}`;
}

const NUMBER = "([+-]?(?:\\d+(?:\\.\\d+)?|\\.\\d+)(?:[eE][+-]?\\d+)?)\\s*([A-Za-zµ%/]*)";
const RANGE = new RegExp(`^${NUMBER}\\s*\\.\\.\\s*${NUMBER}\\s*(?::(.*))?$`);
const STEP = new RegExp(`^${NUMBER}$`);
/** More of one axis is a mistake in the step. */
const MOST_VALUES = 100_000;

/** The axis, or what is wrong with the range. */
function readRange(path: string, [, from, unit, to, unitOfHigh, rest]: RegExpExecArray): Axis | string {
  const [low, high] = [Number(from), Number(to)];
  if (unit !== unitOfHigh) return "write both ends of a range in the same unit, such as 1s..10s";
  if (!(low < high)) return "a range goes from less to more, such as 100..400";
  const scale = rest?.trim();
  if (scale === undefined || scale === "log") {
    if (scale === "log" && low <= 0) return "on a logarithmic scale a range begins above 0";
    return { path, low, high, unit: unit!, scale: scale ?? "linear", integral: false };
  }
  const step = STEP.exec(scale);
  if (step === null || !(Number(step[1]) > 0))
    return "expected a step above 0 behind the colon, such as 100..400:50, or log";
  if (step[2] !== "" && step[2] !== unit)
    return "write the step in the unit of the range, such as 1s..10s:1s";
  const count = Math.floor((high - low) / Number(step[1]) + 1e-9) + 1;
  if (count > MOST_VALUES) return `that is ${count} values; take a larger step`;
  const digits = Math.max(decimals(from!), decimals(step[1]!));
  const values = Array.from({ length: count }, (_, i) =>
    withUnit(Number((low + i * Number(step[1])).toFixed(digits)), unit!),
  );
  return { path, values };
}

/** Digits behind the point, so that 0.1 + 0.2 is written 0.3. */
function decimals(number: string): number {
  const [, fraction = "", exponent = "0"] = /^[^.eE]*(?:\.(\d+))?(?:[eE](.+))?$/.exec(number)!;
  return Math.min(100, Math.max(0, fraction.length - Number(exponent)));
}

/** At commas outside of quotes and brackets. */
function splitValues(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quoted = false;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (quoted && character === "\\") at++;
    else if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if ("[{".includes(character)) depth++;
    else if ("]}".includes(character)) depth--;
    else if (character === "," && depth === 0) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  return [...parts, text.slice(from).trim()];
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function refuse(where: string, message: string, found?: unknown): ParsedAxis {
  return { ok: false, problem: problem(where, message, { found }) };
}
