/** The story of one task as lines for a terminal: when, and what. */
import picocolors from "picocolors";
import type { Story, StoryEvent } from "../lab/result.ts";
import type { TableOptions } from "./table.ts";
import { printable, wrapText } from "./terminal-text.ts";
import { formatCount, formatDuration } from "./units.ts";

/** `policy`: under which it was told. */
export function renderStory(story: Story, policy: string, options: TableOptions): string {
  const paint = picocolors.createColors(options.color);
  const width = Math.max(LEAST_WIDTH, options.width);
  const days = story.events.some(({ at }) => at >= DAY);
  const margin = Math.max(0, ...story.events.map(({ at }) => moment(at, days).length));
  const lines = shortened(story.events).flatMap((event) => {
    const [first, ...more] = wrapText(printable(event.text), width - margin - 2);
    const time = event.at === null ? "" : moment(event.at, days);
    const text = event.what === "fault" ? paint.red(first ?? "") : (first ?? "");
    return [
      `${time.padStart(margin)}  ${text}`,
      ...more.map((line) => `${" ".repeat(margin + 2)}${event.what === "fault" ? paint.red(line) : line}`),
    ];
  });
  const heading = wrapText(
    printable(`${story.class} of ${story.tenant}, under ${policy}: ${inShort(story)}`),
    width - 2,
  );
  return `${[paint.bold(printable(story.task)), ...heading.map((line) => `  ${line}`), "", ...lines].join("\n")}\n`;
}

const LEAST_WIDTH = 50;
const DAY = 86_400;
/** So many reasons for waiting in a row are told one by one; of more, the first and the last few. */
const WAITS_TOLD = 6;

function inShort({ status, submitted, started, ended, attempts }: Story): string {
  const parts = [status];
  if (started !== null) parts.push(`waited ${formatDuration(started - submitted)}`);
  if (ended !== null) parts.push(`${formatDuration(ended - submitted)} in all`);
  if (attempts > 0) parts.push(`${formatCount(attempts)} ${attempts === 1 ? "attempt" : "attempts"}`);
  return parts.join(", ");
}

interface Line {
  /** Null where it stands for a time in which much happened. */
  readonly at: number | null;
  readonly what: string;
  readonly text: string;
}

/** A lane that opens and closes all night has one reason for waiting after the other, all alike. */
function shortened(events: readonly StoryEvent[]): Line[] {
  const lines: Line[] = [];
  for (let from = 0; from < events.length; ) {
    let to = from + 1;
    if (events[from]!.what === "waits") while (events[to]?.what === "waits") to++;
    const group = events.slice(from, to);
    if (group.length <= WAITS_TOLD) lines.push(...group);
    else {
      const half = WAITS_TOLD / 2;
      const hidden = formatCount(group.length - WAITS_TOLD);
      lines.push(
        ...group.slice(0, half),
        {
          at: null,
          what: "waits",
          text: `… its reason to wait changes ${hidden} times more (--json has them all)`,
        },
        ...group.slice(-half),
      );
    }
    from = to;
  }
  return lines;
}

/** Hours, minutes and seconds since the run began, to the microsecond: decisions of one millisecond have an order. */
export function moment(seconds: number, days = false): string {
  const whole = Math.floor(seconds);
  const two = (value: number) => String(value).padStart(2, "0");
  const micros = String(Math.round((seconds - whole) * 1e6)).padStart(6, "0");
  const clock = `${Math.floor((whole % DAY) / 3600)}:${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}.${micros}`;
  return days ? `${Math.floor(whole / DAY)}d ${clock.padStart(15, "0")}` : clock;
}
