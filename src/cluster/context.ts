/**
 * What the parts of one scheduler share: its tables, its time, its timers, and the ways out. Made once by the
 * Scheduler and handed to each part, so that a part's constructor says all it can touch.
 */
import type { Digest } from "../engine/digest.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import type { Tick } from "../engine/time.ts";
import type { Dispatcher } from "./dispatcher.ts";
import type { Fleet } from "./fleet.ts";
import type { Alert, Effects, Notice, Observer, TaskSlot, TenantId } from "./ports.ts";
import type { ClusterSpec } from "./spec.ts";
import type { TaskTable } from "./tasks.ts";
import type { Templates } from "./templates.ts";

/** The scheduler's own timers. */
export const Timer = {
  cap: 0,
  urgent: 1,
  retry: 2,
  batch: 3,
  period: 4,
  longestWait: 5,
  visibility: 6,
  quantum: 7,
  machineSilent: 8,
  submitterSilent: 9,
  autoscale: 10,
  unused: 11,
  price: 12,
} as const;

/** What goes into the digest. */
export const Mark = {
  submitted: 1,
  refused: 2,
  started: 3,
  stopped: 4,
  attemptEnded: 5,
  ended: 6,
  machine: 7,
  submitter: 8,
  fenced: 9,
  checkpointed: 10,
  handedOver: 11,
  leader: 12,
  power: 13,
  limiter: 14,
  duplicate: 15,
  missed: 16,
} as const;

export class Context {
  readonly spec: ClusterSpec;
  readonly tasks: TaskTable;
  readonly templates: Templates;
  readonly fleet: Fleet;
  readonly dispatcher: Dispatcher;
  readonly digest: Digest;
  readonly timers: EventQueue;
  readonly effects: Effects;
  /** The present time, in an array: a number in a field would be allocated anew with every change. */
  readonly clock: Float64Array;
  /** Set by the scheduler once its tables exist, which the observer reads. */
  observer!: Observer;

  constructor(parts: Omit<Context, "observer" | "now" | "tell" | "alert">) {
    this.spec = parts.spec;
    this.tasks = parts.tasks;
    this.templates = parts.templates;
    this.fleet = parts.fleet;
    this.dispatcher = parts.dispatcher;
    this.digest = parts.digest;
    this.timers = parts.timers;
    this.effects = parts.effects;
    this.clock = parts.clock;
  }

  get now(): Tick {
    return this.clock[0]!;
  }

  tell(tenant: TenantId, notice: Notice, task: TaskSlot, after: Tick): void {
    this.effects.tell(tenant, notice, task, after);
    this.observer.told?.(tenant, notice, task, after);
  }

  alert(alert: Alert, subject: number): void {
    this.effects.alert(alert, subject);
    this.observer.alerted?.(alert, subject);
  }
}
