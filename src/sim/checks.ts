/**
 * All invariants of a run, watched. Checkers listen only to what they ask for; what looks at the whole cluster does so
 * after every event while that is cheap, and then as often as it takes a bounded time for each event. Nothing here
 * changes anything: a checked run decides as the same run does unchecked.
 */
import type { BatchWatch } from "../cluster/dispatcher.ts";
import type { Verdict } from "../cluster/intake.ts";
import { Tee } from "../cluster/observers.ts";
import type { Policy } from "../cluster/policy.ts";
import type { NodeId, TaskSlot } from "../cluster/ports.ts";
import type { Scheduler } from "../cluster/scheduler.ts";
import type { Tick } from "../engine/time.ts";
import type { Scenario } from "../scenario/model.ts";
import type { Checker } from "./checks/checker.ts";
import { Books } from "./checks/e1-books.ts";
import { EveryPeriod } from "./checks/e2-every-period.ts";
import { OwnersTold } from "./checks/e3-owners-told.ts";
import { Store } from "./checks/e4-store.ts";
import { LittlesLaw } from "./checks/e5-littles-law.ts";
import { Acknowledged } from "./checks/s1-acknowledged.ts";
import { OneAttempt } from "./checks/s2-one-attempt.ts";
import { OneEffect } from "./checks/s3-one-effect.ts";
import { Capacity } from "./checks/s4-capacity.ts";
import { Transitions } from "./checks/s5-transitions.ts";
import { OneLeader } from "./checks/s6-one-leader.ts";
import { UniqueIds } from "./checks/s7-ids.ts";
import { Dependencies } from "./checks/s8-dependencies.ts";
import { AttemptCounts } from "./checks/s9-attempts.ts";
import { Dispatch } from "./checks/s10-dispatch.ts";
import { Limits } from "./checks/s11-limits.ts";
import { Periods } from "./checks/s12-periods.ts";
import { Checkpoints } from "./checks/s13-checkpoints.ts";
import { InOnePlace } from "./checks/s14-places.ts";
import { TopK } from "./checks/s15-top-k.ts";
import type { Sent } from "./front-door.ts";
import type { Watch } from "./watch.ts";
import { World, type WorldOptions } from "./world.ts";

export { type Checker, Violation } from "./checks/checker.ts";

/** The first events that the scheduler hears of are each followed by a look at everything, in a cluster no larger than this. */
const EVERY_EVENT_UNTIL = 2_000;
const SMALL = 1_024;
/** After that, a look at so many slots and machines is what each event has to pay for. */
const PER_EVENT = 8;

/** Of all checkers, those that have an answer to one question. */
type With<Method extends keyof Checker> = readonly Required<Pick<Checker, Method>>[];

export class Checks extends Tee implements Watch, BatchWatch {
  readonly checkers: readonly Checker[];
  readonly #sent: With<"sent">;
  readonly #passed: With<"passed">;
  readonly #turnedAway: With<"turnedAway">;
  readonly #written: With<"written">;
  readonly #admitted: With<"admitted">;
  readonly #acknowledged: With<"acknowledged">;
  readonly #cancelled: With<"cancelled">;
  readonly #effect: With<"effect">;
  readonly #applied: With<"applied">;
  readonly #saved: With<"saved">;
  readonly #joined: With<"joined">;
  readonly #left: With<"left">;
  readonly #pushed: With<"pushed">;
  readonly #batchOver: With<"batchOver">;
  readonly #afterEvent: With<"afterEvent">;
  readonly #sweep: With<"sweep">;
  #events = 0;
  #sweepAfter = 0;
  /** The scheduler was told something since the last look: a message on its way changes nothing. */
  #news = false;
  /** One more than the highest slot that was ever used. */
  #slots = 0;

  constructor(scheduler: Scheduler, scenario: Scenario, policy: Policy) {
    const checkers = all(scheduler, scenario, policy);
    super(checkers);
    this.checkers = checkers;
    const having = <Method extends keyof Checker>(method: Method) =>
      checkers.filter((checker) => checker[method] !== undefined) as unknown as With<Method>;
    this.#sent = having("sent");
    this.#passed = having("passed");
    this.#turnedAway = having("turnedAway");
    this.#written = having("written");
    this.#admitted = having("admitted");
    this.#acknowledged = having("acknowledged");
    this.#cancelled = having("cancelled");
    this.#effect = having("effect");
    this.#applied = having("applied");
    this.#saved = having("saved");
    this.#joined = having("joined");
    this.#left = having("left");
    this.#pushed = having("pushed");
    this.#batchOver = having("batchOver");
    this.#afterEvent = having("afterEvent");
    this.#sweep = having("sweep");
  }

  /** The world is complete. */
  begin(world: World): this {
    world.scheduler.dispatcher.watch = this;
    for (const checker of this.checkers) checker.begin?.(world);
    return this;
  }

  override submitted(task: TaskSlot): void {
    if (task >= this.#slots) this.#slots = task + 1;
    super.submitted(task);
  }

  override settled(): void {
    this.#news = true;
    super.settled();
  }

  afterEvent(world: World): void {
    for (const checker of this.#afterEvent) checker.afterEvent(world);
    this.#events++;
    if (--this.#sweepAfter > 0 || !this.#news) return;
    this.#news = false;
    const size = this.#slots + world.scheduler.fleet.count;
    this.#sweepAfter =
      size <= SMALL && this.#events < EVERY_EVENT_UNTIL ? 1 : Math.max(1, Math.ceil(size / PER_EVENT));
    for (const checker of this.#sweep) checker.sweep(world, this.#slots);
  }

  /** The run is over. */
  atEnd(world: World): void {
    for (const checker of this.#sweep) checker.sweep(world, this.#slots);
    for (const checker of this.checkers) checker.atEnd?.(world);
  }

  sent(now: Tick, sent: Sent): void {
    for (const checker of this.#sent) checker.sent(now, sent);
  }
  passed(now: Tick, sent: Sent, limiter: NodeId, submitter: NodeId): void {
    for (const checker of this.#passed) checker.passed(now, sent, limiter, submitter);
  }
  turnedAway(now: Tick, sent: Sent): void {
    for (const checker of this.#turnedAway) checker.turnedAway(now, sent);
  }
  written(now: Tick, sent: Sent, node: NodeId, verdict: Verdict, tasks: readonly TaskSlot[]): void {
    for (const checker of this.#written) checker.written(now, sent, node, verdict, tasks);
  }
  admitted(tasks: readonly TaskSlot[], parents: readonly (readonly number[])[]): void {
    for (const checker of this.#admitted) checker.admitted(tasks, parents);
  }
  acknowledged(now: Tick, sent: Sent): void {
    for (const checker of this.#acknowledged) checker.acknowledged(now, sent);
  }
  cancelled(task: TaskSlot): void {
    for (const checker of this.#cancelled) checker.cancelled(task);
  }
  effect(serial: number, idempotent: boolean): void {
    for (const checker of this.#effect) checker.effect(serial, idempotent);
  }
  applied(now: Tick, term: number): void {
    for (const checker of this.#applied) checker.applied(now, term);
  }
  saved(task: TaskSlot): void {
    for (const checker of this.#saved) checker.saved(task);
  }
  joined(task: TaskSlot, rank: number, ticket: number): void {
    for (const checker of this.#joined) checker.joined(task, rank, ticket);
  }
  left(task: TaskSlot): void {
    for (const checker of this.#left) checker.left(task);
  }
  pushed(task: TaskSlot): void {
    for (const checker of this.#pushed) checker.pushed(task);
  }
  batchOver(room: number): void {
    for (const checker of this.#batchOver) checker.batchOver(room);
  }
}

/** A world under all checks. Its run is over when advance() says so: then ask atEnd(). */
export function checkedWorld(options: WorldOptions): { readonly world: World; readonly checks: Checks } {
  let checks!: Checks;
  const world = new World({
    ...options,
    observer: (scheduler) => {
      checks = new Checks(scheduler, options.scenario, options.policy);
      return new Tee([options.observer(scheduler), checks]);
    },
    watch: (complete) => checks.begin(complete),
    afterEvent: (after) => {
      checks.afterEvent(after);
      options.afterEvent?.(after);
    },
  });
  return { world, checks };
}

function all(scheduler: Scheduler, scenario: Scenario, policy: Policy): Checker[] {
  return [
    new Acknowledged(scheduler),
    new OneAttempt(scheduler),
    new OneEffect(scheduler),
    new Capacity(scheduler),
    new Transitions(scheduler),
    new OneLeader(scheduler),
    new UniqueIds(scheduler),
    new Dependencies(scheduler),
    new AttemptCounts(scheduler),
    new Dispatch(scheduler, policy),
    new Limits(scheduler),
    new Periods(scheduler),
    new Checkpoints(scheduler, scenario),
    new InOnePlace(scheduler),
    new TopK(scheduler, policy),
    new Books(scheduler),
    new EveryPeriod(scheduler),
    new OwnersTold(scheduler),
    new Store(scheduler),
    new LittlesLaw(scheduler, policy),
  ];
}
