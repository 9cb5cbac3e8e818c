/** What the scheduler does and why, in words. */
import type { WaitReason } from "../../cluster/dispatcher.ts";
import { LANES } from "../../cluster/policy.ts";
import { Again, Notice, Outcome, StopReason } from "../../cluster/ports.ts";
import { DAY, HOUR, MILLISECOND, MINUTE, NEVER, SECOND, type Tick } from "../../engine/time.ts";

/** Why a ready task does not run. `lane` is a number of LANES. */
export function whyItWaits({ kind, ahead }: WaitReason, lane: number): string {
  const where = LANES[lane] === undefined ? "backlog" : `${LANES[lane]} lane`;
  const before = ahead === 0 ? "it is the first" : `${ahead} ${ahead === 1 ? "goes" : "go"} before it`;
  switch (kind) {
    case "batch":
      return `waits in the backlog for a batch: ${before}`;
    case "closed":
      return `waits because the ${where} is not served now: ${before}`;
    case "no-room":
      return `waits in the ${where} because no machine has room for it: ${before}`;
    case "turn":
      return `waits in the ${where} because it is another tenant's turn`;
    case "behind":
      return `waits in the ${where} although there is room, because of the order: ${before}`;
  }
}

/** Ranks are the policy's own: most often a time in microseconds. */
export function rankInWords(rank: number): string {
  return Number.isFinite(rank) ? `rank ${rank}, the lowest goes first` : "the policy puts it last";
}

export function attemptEnds(outcome: Outcome, machine: string): string {
  switch (outcome) {
    case Outcome.done:
      return `the attempt on ${machine} is done`;
    case Outcome.failed:
      return `the attempt on ${machine} fails`;
    case Outcome.stopped:
      return `the attempt on ${machine} has stopped`;
    case Outcome.lost:
      return `the attempt is lost with ${machine}`;
    case Outcome.refused:
      return `${machine} does not take it`;
  }
}

export function whyAgain(why: Again): string {
  switch (why) {
    case Again.failed:
      return "it has attempts left";
    case Again.machineLost:
      return "its machine was lost, which does not count as its failure";
    case Again.refused:
      return "the machine did not take it";
    case Again.paused:
      return "it was paused, and goes on later";
    case Again.unconfirmed:
      return "nobody had confirmed its attempt";
  }
}

/** `cap`: the execution cap. */
export function whyItStops(reason: StopReason, cap: Tick): string {
  switch (reason) {
    case StopReason.capped:
      return `is told to stop: it has reached its execution cap${cap < NEVER ? ` of ${duration(cap)}` : ""}`;
    case StopReason.cancelled:
      return "is told to stop: its owner does not want it any more";
    case StopReason.paused:
      return "is told to pause: it gives way to others";
    case StopReason.overused:
      return "is told to stop: it takes more than it asked for";
    case StopReason.fenced:
      return "is told to stop: another attempt has taken its place";
  }
}

/** Why a submission was refused. `after`: when to try again, or 0. */
export function whyRefused(notice: Notice, after: Tick): string {
  const again = after > 0 && after < NEVER ? `; it may come back after ${duration(after)}` : "";
  return `is refused: ${REFUSALS[notice] ?? "no reason is known"}${again}`;
}

/** How a task ended, by what its owner was told. */
export function howItEnded(notice: Notice): string {
  return ENDINGS[notice] ?? "has ended";
}

/** `1.25 s`, `3.10 min`: three digits, in a unit that fits. */
export function duration(ticks: Tick): string {
  const [size, unit] = UNITS.find(([size]) => ticks >= size) ?? [1, "µs"];
  return `${Number((ticks / size).toPrecision(3))} ${unit}`;
}

const UNITS: readonly (readonly [Tick, string])[] = [
  [DAY, "d"],
  [HOUR, "h"],
  [MINUTE, "min"],
  [SECOND, "s"],
  [MILLISECOND, "ms"],
];

const REFUSALS: Readonly<Partial<Record<Notice, string>>> = {
  [Notice.limitExceeded]: "its tenant has used up what its plan allows for now",
  [Notice.cyclicDependencies]: "its tasks depend on each other in a circle",
  [Notice.unavailable]: "no node is there to take it",
  [Notice.hopeless]: "the policy sees no way to start it in time",
  [Notice.keyConflict]: "its key was used before for something else",
  [Notice.malformed]: "it cannot be read as a task",
};

const ENDINGS: Readonly<Partial<Record<Notice, string>>> = {
  [Notice.done]: "is done",
  [Notice.failed]: "has failed, and had one attempt only",
  [Notice.capped]: "has failed: it was stopped at its execution cap",
  [Notice.deadLettered]:
    "goes to the dead letters: it had no attempt left, or machine after machine died under it",
  [Notice.cancelled]: "is cancelled by its owner",
  [Notice.overused]: "has failed: it took more than it had asked for",
  [Notice.tryAgain]: "could not start within the longest wait, and is given back",
  [Notice.parentFailed]: "is cancelled: a task that it depends on did not end well",
};
