/**
 * Counts what a run did about its faults. A campaign of many runs in which one of these never happened has not tested
 * it, and fails for that alone.
 */
import { SilentObserver } from "../../cluster/observers.ts";
import {
  Again,
  Alert,
  Notice,
  Outcome,
  StopReason,
  type TaskSlot,
  type TenantId,
} from "../../cluster/ports.ts";
import type { Scheduler } from "../../cluster/scheduler.ts";
import type { World } from "../../sim/world.ts";

export type Counts = Record<string, number>;

const AGAIN: Readonly<Record<Again, string>> = {
  [Again.failed]: "retry after a failure",
  [Again.machineLost]: "run again after its machine was lost",
  [Again.refused]: "placed again after a machine refused it",
  [Again.paused]: "paused and taken up again",
  [Again.unconfirmed]: "delivered again after the visibility timeout",
};

const NOTICES: Readonly<Partial<Record<Notice, string>>> = {
  [Notice.limitExceeded]: "limit exceeded",
  [Notice.late]: "late start told",
  [Notice.capped]: "stopped at its cap",
  [Notice.cancelled]: "cancelled by its owner",
  [Notice.unavailable]: "refused with no node up",
  [Notice.overused]: "stopped for overuse",
  [Notice.tryAgain]: "given back after the longest wait",
  [Notice.hopeless]: "refused as hopeless",
  [Notice.missedPeriod]: "missed period told",
  [Notice.parentFailed]: "ended with its parent",
  [Notice.malformed]: "refused as malformed",
};

const ALERTS: Readonly<Partial<Record<Alert, string>>> = {
  [Alert.machineDown]: "machine given up",
  [Alert.machineUp]: "machine back",
  [Alert.machineMissing]: "machine missing",
  [Alert.machineUnused]: "machine unused",
  [Alert.deadLetter]: "dead letter",
  [Alert.deadlyTask]: "deadly task kept from machines",
  [Alert.submitterDown]: "submitter given up",
  [Alert.submitterUp]: "submitter back",
  [Alert.limiterDown]: "limiter node down",
  [Alert.limiterUp]: "limiter node back",
  [Alert.leaderElected]: "leader elected",
  [Alert.machineOrdered]: "machine ordered",
  [Alert.machineRetired]: "machine retired",
  [Alert.peakBegins]: "peak begun",
};

const STOPS: Readonly<Partial<Record<StopReason, string>>> = {
  [StopReason.paused]: "asked to give way",
};

/** Numbers that the parts of a world keep, by what they count. */
const KEPT: Readonly<Record<string, (world: World) => number>> = {
  "report refused as a duplicate": ({ scheduler }) => scheduler.duplicates,
  "entry of an old leader fenced": ({ log }) => log.fenced,
  "commit of unknown outcome": ({ log }) => log.unknown,
  "entry lost before it was durable": ({ log }) => log.dropped,
  "known key": ({ door }) => door.repeated,
  "submission lost with its node": ({ door }) => door.lostWithNode,
  "client gave up": ({ door }) => door.gaveUp,
  "client gone": ({ door }) => door.gone,
  "message sent again": ({ wire }) => wire.resent,
  "message doubled": ({ wire }) => wire.doubled,
  "effect suppressed by its key": ({ outside }) => outside.suppressed,
  "effect doubled without a key": ({ outside }) => outside.doubled,
  "effect missing after a lie": ({ outside }) => outside.missing,
};

const OBSERVED = [
  "checkpoint resumed",
  "checkpoint saved",
  "attempt fenced",
  "fenced attempt gone",
  "attempt lost",
  "promoted to urgent",
  "handed over",
];

export const RECOVERIES: readonly string[] = [
  ...Object.values(AGAIN),
  ...Object.values(NOTICES),
  ...Object.values(ALERTS),
  ...Object.values(STOPS),
  ...Object.keys(KEPT),
  ...OBSERVED,
];

export class RecoveryCount extends SilentObserver {
  readonly counts: Counts = {};
  readonly #scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    super();
    this.#scheduler = scheduler;
  }

  /** Adds what the world has counted itself. */
  total(world: World): Counts {
    for (const [name, kept] of Object.entries(KEPT)) this.#add(name, kept(world));
    return this.counts;
  }

  override started(task: TaskSlot): void {
    if (this.#scheduler.tasks.progress[task]! > 0) this.#add("checkpoint resumed");
  }
  override attemptEnded(_task: TaskSlot, _machine: number, outcome: Outcome): void {
    if (outcome === Outcome.lost) this.#add("attempt lost");
  }
  stopping(_task: TaskSlot, reason: StopReason): void {
    this.#add(STOPS[reason]);
  }
  waitsAgain(_task: TaskSlot, why: Again): void {
    this.#add(AGAIN[why]);
  }
  fenced(): void {
    this.#add("attempt fenced");
  }
  unfenced(): void {
    this.#add("fenced attempt gone");
  }
  checkpointed(): void {
    this.#add("checkpoint saved");
  }
  promoted(): void {
    this.#add("promoted to urgent");
  }
  handedOver(): void {
    this.#add("handed over");
  }
  told(_tenant: TenantId, notice: Notice): void {
    this.#add(NOTICES[notice]);
  }
  alerted(alert: Alert): void {
    this.#add(ALERTS[alert]);
  }

  #add(name: string | undefined, count = 1): void {
    if (name !== undefined && count > 0) this.counts[name] = (this.counts[name] ?? 0) + count;
  }
}

/** Adds the second to the first. */
export function addCounts(sum: Counts, more: Readonly<Counts>): void {
  for (const [name, count] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + count;
}
