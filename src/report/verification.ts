/** What `sim verify` found, as lines for a terminal. */
import type { Parted, Verification } from "../lab/result.ts";
import { moment } from "./story.ts";
import { printable, wrapText } from "./terminal-text.ts";
import { formatCount } from "./units.ts";

/** Versions of the tool: the one that made the report, and this one. */
export interface Versions {
  readonly recorded: string;
  readonly now: string;
}

export function renderVerification(
  report: string,
  { confirmed, runs, parted, edited }: Verification,
  versions: Versions,
  width: number,
): string {
  const paragraphs: string[][] = [];
  const say = (text: string) => paragraphs.push(wrapText(printable(text), width));
  if (confirmed) {
    const events = runs.reduce((sum, run) => sum + run.events, 0);
    const { replications } = runs[0]!;
    say(
      `${report} is confirmed: ${counted(runs.length, "policy", "policies")} × ${counted(replications, "replication")} took every decision on record again, ${formatCount(events)} events in all, and lead to the figures in result.json.`,
    );
    paragraphs.push(runs.map(({ policy, digest }) => printable(`  ${digest}  ${policy}`)));
  }
  if (edited !== null) {
    const { name, found, expected } = edited;
    say(
      `${report} is not confirmed: every decision is as recorded, but result.json does not say what they lead to. The first difference is in ${name}: found ${shown(found)}, and it is ${shown(expected)}.`,
    );
  }
  if (parted !== null) paragraphs.push(...partedParagraphs(report, parted, width));
  if (versions.recorded !== versions.now) {
    const also = confirmed ? ", and they agree" : ", which may be why";
    say(`It was made by schedlab ${versions.recorded}, and this is ${versions.now}${also}.`);
  } else if (parted !== null) {
    say(
      "It was made by this version of schedlab, so that a policy file, the runtime's time zones, or the report itself was changed.",
    );
  } else if (edited !== null) say("It was made by this version of schedlab, so that the file was edited.");
  return `${paragraphs.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** So many decisions are listed; --json has them all. */
const DECISIONS_SHOWN = 20;

function partedParagraphs(report: string, parted: Parted, width: number): string[][] {
  const { policy, replication, recorded, digest, otherWork, interval, events, decisions } = parted;
  const which = `replication ${replication + 1} of ${policy}`;
  const work = otherWork
    ? " Chance gave it other work (arrivals, durations or faults): the difference is not the policy's alone."
    : "";
  const paragraphs = [
    wrapText(
      printable(
        `${report} is not confirmed: ${which} has the digest ${digest}, and ${recorded === "" ? "none" : recorded} is on record.${work}`,
      ),
      width,
    ),
  ];
  if (interval === null) {
    const text =
      "Where it parts cannot be said: the report has no digests.json, or only the digest over all replications differs.";
    return [...paragraphs, wrapText(text, width)];
  }
  const { from, to } = interval;
  const single = to === from + 1;
  const where =
    to > events
      ? `after event ${formatCount(from)}, the last at which they agree; the run now ends with event ${formatCount(events)}`
      : single
        ? `at event ${formatCount(to)}`
        : `between event ${formatCount(from + 1)} and event ${formatCount(to)}`;
  paragraphs.push(
    wrapText(
      `It parts ${where}. What is decided there now (of the recorded run only a hash is known):`,
      width,
    ),
  );
  const shown = decisions.slice(0, DECISIONS_SHOWN);
  const days = decisions.some(({ at }) => at >= 86_400);
  const times = shown.map(({ at }) => moment(at, days));
  const margin = Math.max(0, ...times.map((time) => time.length));
  const lines = shown.flatMap(({ text }, i) => {
    const [first, ...more] = wrapText(printable(text), width - margin - 4);
    const indent = " ".repeat(margin + 4);
    return [`  ${times[i]!.padStart(margin)}  ${first ?? ""}`, ...more.map((line) => indent + line)];
  });
  if (decisions.length === 0) lines.push("  nothing: the scheduler decides nothing there any more");
  if (decisions.length > shown.length)
    lines.push(`  … and ${formatCount(decisions.length - shown.length)} more (--json has them all)`);
  return [...paragraphs, lines];
}

function counted(count: number, one: string, several = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`;
}

function shown(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}
