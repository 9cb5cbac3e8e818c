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
  /** Submissions and tasks that the node had in hand when it was struck. */
  readonly inFlight: number;
  /** When the loss was noticed and acted upon; NEVER where it never was. */
  noticedAt: Tick;
  /** Tasks that another node took over, or that wait for another machine. */
  recovered: number;
  /** When the last of them was. */
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
    for (const record of this.#open.values())
      if (record.kind === "leader" && record.noticedAt === NEVER) record.noticedAt = at;
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

  waitsAgain(_task: TaskSlot, why: Again): void {
    if (why === Again.machineLost)
      this.#recoveries.recovered(this.#scheduler.now, "machine", this.#lastMachine);
  }

  handedOver(_task: TaskSlot, from: number): void {
    this.#recoveries.recovered(this.#scheduler.now, "submitter", from);
  }

  alerted(alert: Alert, subject: number): void {
    const { now } = this.#scheduler;
    if (alert === Alert.machineDown) this.#recoveries.noticed(now, "machine", subject);
    // One that is back before its loss was noticed is noticed by that: it says that this is another life.
    if (alert === Alert.submitterDown || alert === Alert.submitterUp)
      this.#recoveries.noticed(now, "submitter", subject);
    if (alert === Alert.leaderElected) this.#recoveries.leaderFound(now);
  }
}
