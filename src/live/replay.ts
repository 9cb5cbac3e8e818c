/**
 * Feeds a recorded journal to a fresh scheduler and compares every decision and the digest of every round with what
 * was recorded. It needs no agents, no store and no clock: that nothing differs is the proof that the live world ran
 * this very scheduler, and the condition under which a restart may go on.
 */
import type { Policy } from "../cluster/policy.ts";
import { AssertionError } from "../engine/assert.ts";
import type { Tick } from "../engine/time.ts";
import type { Scenario } from "../scenario/model.ts";
import { type Decision, describeDecision, sameDecision } from "./decisions.ts";
import type { LiveInput } from "./inputs.ts";
import type { Journal } from "./journal.ts";
import { type Fed, Replica } from "./replica.ts";

export interface Difference {
  readonly round: number;
  readonly recorded: string;
  readonly replayed: string;
}

export interface Replayed {
  /** Decisions compared. */
  readonly decisions: number;
  /** The first differences. */
  readonly differing: readonly Difference[];
  readonly digest: string;
}

/** Once something differs all that follows may; more than these few explain nothing. */
const SHOWN = 10;

export function replay(journal: Journal, scenario: Scenario, policy: Policy): Replayed {
  const replica = new Replica(scenario, policy, journal.run.seed);
  return refeed(replica, journal);
}

/** Whoever else lives by the inputs: told of each before and after it is fed. */
export interface Follower {
  before(now: Tick, input: LiveInput): void;
  /** With the decisions that the input led to. */
  after(now: Tick, input: LiveInput, fed: Fed, decisions: readonly Decision[]): void;
}

/** The same into a given replica. */
export function refeed(
  replica: Replica,
  { entries, decisions: recorded }: Pick<Journal, "entries" | "decisions">,
  follower?: Follower,
): Replayed {
  const differing: Difference[] = [];
  let decisions = 0;
  for (const { tick, input } of entries) {
    if (differing.length >= SHOWN) break;
    if (input.kind !== "settle") {
      try {
        follower?.before(tick, input);
        const already = replica.outbox.decisions.length;
        const fed = replica.feed(tick, input);
        follower?.after(tick, input, fed, replica.outbox.decisions.slice(already));
      } catch (error) {
        // An input that the scheduler cannot take belongs to another history: that is a difference, not a bug here.
        if (!(error instanceof AssertionError)) throw error;
        differing.push({ round: replica.rounds + 1, recorded: input.kind, replayed: error.message });
        break;
      }
      continue;
    }
    const { round, digest } = replica.settle(tick);
    for (const decision of replica.outbox.take().decisions) {
      const before = recorded[decisions++];
      if (before?.round === round && sameDecision(before.decision, decision)) continue;
      differing.push({
        round,
        recorded: describeDecision(before?.decision),
        replayed: describeDecision(decision),
      });
    }
    if (input.round !== round || input.digest !== digest) {
      differing.push({ round, recorded: `digest ${input.digest}`, replayed: `digest ${digest}` });
    }
  }
  if (differing.length === 0 && decisions < recorded.length) {
    const { round, decision } = recorded[decisions]!;
    differing.push({ round, recorded: describeDecision(decision), replayed: "nothing" });
  }
  return { decisions, differing: differing.slice(0, SHOWN), digest: replica.scheduler.digest.hex() };
}
