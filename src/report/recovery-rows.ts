/** Losses and recoveries as rows of text: one list, read by the terminal's table and by the page. */
import type { RecoveryMark } from "../lab/result.ts";
import { formatCount, formatDuration, NOTHING } from "./units.ts";

export const RECOVERY_HEADINGS = ["at", "lost", "in flight", "noticed after", "recovered", "last after"];

/** What the columns mean, for whoever sees them for the first time. */
export const RECOVERY_CAPTION =
  "First replication. In flight is what the node had in hand when it died: attempts on a machine, submissions and tasks not yet passed on at a submitter, entries on their way to the store at the leader. Recovered are the tasks that ran again elsewhere or were handed over to another submitter, which are more than were in flight where more was given to the node before anybody noticed; for a leader it is when another one led.";

export function recoveryRow(mark: RecoveryMark): readonly string[] {
  const { at, kind, target, inFlight, noticedAfter, recovered, recoveredAfter } = mark;
  return [
    formatDuration(at),
    kind === "leader" ? `${target} (leader)` : target,
    formatCount(inFlight),
    noticedAfter === null ? NOTHING : formatDuration(noticedAfter),
    kind === "leader" ? NOTHING : formatCount(recovered),
    recoveredAfter === null ? NOTHING : formatDuration(recoveredAfter),
  ];
}

/** The few that tell most: submitters and leaders, which are rare, then what had the most in hand; in order of time. */
export function tellingRecoveries(marks: readonly RecoveryMark[], most: number): readonly RecoveryMark[] {
  const weight = ({ kind, inFlight, recovered }: RecoveryMark) =>
    (kind === "machine" ? 0 : 1e12) + Math.max(inFlight, recovered);
  const chosen = new Set([...marks].sort((a, b) => weight(b) - weight(a)).slice(0, most));
  return marks.filter((mark) => chosen.has(mark));
}
