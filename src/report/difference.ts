/** What `sim diff` found, as lines for a terminal. */
import type {
  ClassDifference,
  DifferenceDocument,
  TaskDifference,
  TaskSide,
  WaitShare,
} from "../lab/result.ts";
import { moment } from "./story.ts";
import { fitText, printable, wrapText } from "./terminal-text.ts";
import { formatCount, formatDuration } from "./units.ts";

export function renderDifference(document: DifferenceDocument, width: number): string {
  const names = namesOf(document);
  const blocks = [
    [printable(`${document.scenario}: ${names[0]} and ${names[1]}, seed ${document.seed}`)],
    partingLines(document, names, width),
    totalsLines(document, names, width),
    classTable(document, names, width),
    ...document.tasks.map((task) => taskLines(task, document, names, width)),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

type Names = readonly [string, string];

/** Two reports of one policy are told apart by their folders. */
function namesOf({ sides: [one, other] }: DifferenceDocument): Names {
  return one.policy === other.policy
    ? [`${one.policy} in ${one.report}`, `${other.policy} in ${other.report}`]
    : [one.policy, other.policy];
}

function partingLines({ parting }: DifferenceDocument, names: Names, width: number): string[] {
  if (parting === null) return wrapText("They take the same decisions from beginning to end.", width);
  const lines = [`They part at ${moment(parting.at, parting.at >= DAY)}:`];
  names.forEach((name, i) => {
    lines.push(`  under ${printable(name)}`);
    const did = parting.did[i]!;
    for (const text of did.length === 0 ? ["nothing is decided"] : did)
      lines.push(...hanging(text, 4, width));
  });
  return lines;
}

function totalsLines(document: DifferenceDocument, names: Names, width: number): string[] {
  const { totals, metric, unpaired } = document;
  const [one, other] = names;
  const verb = metric === "wait" ? "wait" : "take";
  const sentences = [
    `Of ${formatCount(totals.tasks)} tasks, ${formatCount(totals.less)} ${verb} less under ${other} than under ${one}, ${formatCount(totals.more)} more, and ${formatCount(totals.same)} as long.`,
  ];
  if (unpaired[0] > 0 || unpaired[1] > 0)
    sentences.push(
      `${formatCount(unpaired[0])} were there only under ${one}, and ${formatCount(unpaired[1])} only under ${other}.`,
    );
  const [p99, otherP99] = totals.p99;
  const gap = otherP99 - p99;
  if (gap !== 0) {
    sentences.push(
      `The p99 ${metric} is ${formatDuration(p99)} under ${one} and ${formatDuration(otherP99)} under ${other}.`,
    );
    const [main] = [...document.classes].sort((a, b) => moved(b, otherP99, gap) - moved(a, otherP99, gap));
    if (main !== undefined && document.classes.length > 1 && moved(main, otherP99, gap) > 0)
      sentences.push(
        `Most of this gap is of ${main.class}: had it alone fared as under ${one}, the p99 under ${other} would be ${formatDuration(main.swappedP99)}.`,
      );
  }
  return wrapText(printable(sentences.join(" ")), width);
}

/** What share of the gap would be gone if the class fared as under the first. */
function moved({ swappedP99 }: ClassDifference, otherP99: number, gap: number): number {
  return (otherP99 - swappedP99) / gap;
}

function classTable(document: DifferenceDocument, names: Names, width: number): string[] {
  const { classes, totals, metric } = document;
  const rows = classes.length > 1 ? [...classes, totals] : [totals];
  const first = Math.max(12, Math.min(24, width - COLUMNS * CELL));
  const cells = (label: string, values: readonly string[]) =>
    (
      fitText(printable(label), first) + values.map((value) => fitText(value, CELL, "right")).join("")
    ).trimEnd();
  const [one, other] = names.map((name) => (name.length <= 9 ? name : `${name.slice(0, 8)}…`)) as [
    string,
    string,
  ];
  return [
    cells("", ["tasks", "less", "more", "p99", "p99", "p99 if"]),
    cells(metric, ["", "", "", one, other, "swapped"]),
    ...rows.map((row) =>
      cells(row.class ?? "all", [
        formatCount(row.tasks),
        formatCount(row.less),
        formatCount(row.more),
        formatDuration(row.p99[0]),
        formatDuration(row.p99[1]),
        row.class === null ? "" : formatDuration(row.swappedP99),
      ]),
    ),
  ];
}

function taskLines(
  task: TaskDifference,
  document: DifferenceDocument,
  names: Names,
  width: number,
): string[] {
  const { difference } = task;
  const [id, otherId] = [task.sides[0].id, task.sides[1].id];
  const also = id === otherId ? "" : ` (${otherId} under ${names[1]})`;
  const by =
    difference === null
      ? "never came to it under one of them"
      : `${formatDuration(Math.abs(difference))} ${difference < 0 ? "less" : "more"} under ${names[1]}`;
  const heading = `${task.class} ${id}${also} of ${task.tenant}, submitted at ${moment(task.submitted, task.submitted >= DAY)}: ${by}`;
  return [
    ...hanging(heading, 0, width),
    ...names.flatMap((name, i) =>
      hanging(`under ${name}: ${sideInWords(task.sides[i]!, document.metric)}`, 2, width),
    ),
  ];
}

/** So many reasons and classes are told of one task. */
const REASONS = 3;

function sideInWords({ value, status, reasons, overtakenBy }: TaskSide, metric: string): string {
  const whole =
    value === null ? `${status}, never ${metric === "wait" ? "started" : "ended"}` : formatDuration(value);
  const why = reasons.slice(0, REASONS).map(reasonInWords).join("; ");
  const passed = Object.entries(overtakenBy);
  const count = passed.reduce((sum, [, tasks]) => sum + tasks, 0);
  const whom = passed
    .slice(0, REASONS)
    .map(([name, tasks]) => `${formatCount(tasks)} ${name}`)
    .join(", ");
  const overtaken =
    count === 0
      ? ""
      : `. ${formatCount(count)} that came later started meanwhile: ${whom}${passed.length > REASONS ? ", …" : ""}`;
  return `${metric === "wait" && value !== null ? "waited " : ""}${whole}${why === "" ? "" : `: ${why}`}${overtaken}`;
}

function reasonInWords({ reason, seconds, from, until, times }: WaitShare): string {
  const days = until >= DAY;
  const when = `${shortMoment(from, days)} to ${shortMoment(until, days)}`;
  const pieces = times > 1 ? `, in ${formatCount(times)} pieces from ${when}` : ` from ${when}`;
  return `${formatDuration(seconds)} because ${reason}${pieces}`;
}

/** To the millisecond: a wait is not told to the microsecond. */
function shortMoment(seconds: number, days: boolean): string {
  return moment(seconds, days).slice(0, -3);
}

function hanging(text: string, indent: number, width: number): string[] {
  const [first, ...more] = wrapText(printable(text), width - indent - 2);
  return [" ".repeat(indent) + (first ?? ""), ...more.map((line) => " ".repeat(indent + 2) + line)];
}

const DAY = 86_400;
const COLUMNS = 6;
const CELL = 10;
