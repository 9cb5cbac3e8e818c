/**
 * What it took to recover from each loss: what was in flight when a node died, how many tasks went over to others or
 * ran again, and how long until the last of them did. An observer besides that of the run, only where there are faults.
 */
import { SilentObserver, Tee } from "../cluster/observers.ts";
import { Again, Alert, type Observer, type TaskSlot } from "../cluster/ports.ts";
import type { Scheduler } from "../cluster/scheduler.ts";
import { NEVER, type Tick } from "../engine/time.ts";
import type { Scenario } from "../scenario/model.ts";

export interface Recovery {
  readonly at: Tick;
  readonly kind: "machine" | "submitter" | "leader";
  readonly target: string;
  /** What the node had in hand when it was struck: attempts, submissions and tasks, entries to be written. */
  readonly inFlight: number;
  /** When the loss was noticed and acted upon; NEVER where it never was. */
  noticedAt: Tick;
  /**
   * Tasks that another node took over, or that wait for another machine. May be more than were in flight: until the
   * loss is noticed a machine is given more, and a submitter owns all that it has admitted.
   */
  recovered: number;
  /** When the last of them was, or when there was another leader; NEVER where nothing had to be recovered. */
  recoveredAt: Tick;
}

/** More than these few explain nothing, and a long run has thousands. */
const MOST = 1000;

export class Recoveries {
  readonly records: Recovery[] = [];
  readonly #scenario: Scenario;
  readonly #open = new Map<string, Recovery>();

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
  }

  watch(scheduler: Scheduler, observer: Observer): Observer {
    return this.#scenario.faults.length === 0 ? observer : new Tee([observer, new Watcher(this, scheduler)]);
  }

  struck(at: Tick, kind: Recovery["kind"], target: number, inFlight: number): void {
    if (this.records.length >= MOST) return;
    const record = {
      at,
      kind,
      target: this.#nameOf(kind, target),
      inFlight,
      noticedAt: NEVER,
      recovered: 0,
      recoveredAt: NEVER,
    };
    this.records.push(record);
    this.#open.set(`${kind} ${target}`, record);
  }

  noticed(at: Tick, kind: Recovery["kind"], target: number): void {
    const record = this.#open.get(`${kind} ${target}`);
    if (record !== undefined && record.noticedAt === NEVER) record.noticedAt = at;
  }

  /** A new leader: whoever led before is replaced. */
  leaderFound(at: Tick): void {
    for (const [name, record] of this.#open) {
      if (record.kind !== "leader") continue;
      record.noticedAt = at;
      record.recoveredAt = at;
      this.#open.delete(name);
    }
  }

  /** It is back, and what happens to it from now on is another matter. */
  over(kind: Recovery["kind"], target: number): void {
    this.#open.delete(`${kind} ${target}`);
  }

  recovered(at: Tick, kind: Recovery["kind"], target: number): void {
    const record = this.#open.get(`${kind} ${target}`);
    if (record === undefined) return;
    record.recovered++;
    record.recoveredAt = at;
  }

  #nameOf(kind: Recovery["kind"], target: number): string {
    if (kind === "machine") return this.#scenario.cluster.machines[target]!.name;
    return kind === "submitter" ? `submitter-${target + 1}` : `manager-${target + 1}`;
  }
}

class Watcher extends SilentObserver {
  readonly #recoveries: Recoveries;
  readonly #scheduler: Scheduler;
  #lastMachine = -1;

  constructor(recoveries: Recoveries, scheduler: Scheduler) {
    super();
    this.#recoveries = recoveries;
    this.#scheduler = scheduler;
  }

  override attemptEnded(_task: TaskSlot, machine: number): void {
    this.#lastMachine = machine;
  }

  /** Where heartbeats are slower than visibility, the queue is the first to give up an attempt. */
  fenced(_task: TaskSlot, _token: number, machine: number): void {
    this.#lastMachine = machine;
  }

  /** Comes right after one of the two above, of the same task. */
  waitsAgain(_task: TaskSlot, why: Again): void {
    if (why === Again.machineLost || why === Again.unconfirmed)
      this.#recoveries.recovered(this.#scheduler.now, "machine", this.#lastMachine);
  }

  handedOver(_task: TaskSlot, from: number): void {
    this.#recoveries.recovered(this.#scheduler.now, "submitter", from);
  }

  alerted(alert: Alert, subject: number): void {
    const { now } = this.#scheduler;
    if (alert === Alert.machineDown) this.#recoveries.noticed(now, "machine", subject);
    if (alert === Alert.machineUp) this.#recoveries.over("machine", subject);
    if (alert === Alert.submitterDown) this.#recoveries.noticed(now, "submitter", subject);
    if (alert === Alert.submitterUp) {
      // A node that was back before anybody missed it is noticed by its new life.
      this.#recoveries.noticed(now, "submitter", subject);
      this.#recoveries.over("submitter", subject);
    }
    if (alert === Alert.leaderElected) this.#recoveries.leaderFound(now);
  }
}
