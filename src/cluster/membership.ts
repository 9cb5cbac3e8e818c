/**
 * Who takes part: machines, submitters and limiter nodes that come, fall silent, are given up and return, and the
 * leader on whose word all of it rests. A silence becomes a loss only after the heartbeat's timeout; what was lost
 * goes to those that are left.
 */
import { assert } from "../engine/assert.ts";
import { NEVER } from "../engine/time.ts";
import type { Autoscaler } from "./autoscaler.ts";
import { type Context, Mark, Timer } from "./context.ts";
import { FailureDetector } from "./detector.ts";
import type { Intake } from "./intake.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { ClusterManager } from "./manager.ts";
import { Alert, type MachineId, type NodeId, type TaskSlot } from "./ports.ts";

export class Membership {
  /** The term of the leader whose inputs these are, and whether it is there. */
  term = 1;
  led = true;
  readonly machines: FailureDetector;
  readonly submitters: FailureDetector;
  readonly #context: Context;
  readonly #life: Lifecycle;
  readonly #intake: Intake;
  readonly #manager: ClusterManager;
  readonly #autoscaler: Autoscaler | null;

  constructor(context: Context, life: Lifecycle, intake: Intake, autoscaler: Autoscaler | null) {
    const { monitor, submitters } = context.spec.control;
    this.#context = context;
    this.#life = life;
    this.#intake = intake;
    this.#manager = new ClusterManager(intake.submitters, context.tasks);
    this.#autoscaler = autoscaler;
    this.machines = new FailureDetector(monitor.heartbeat, context.fleet.count);
    this.submitters = new FailureDetector(submitters.heartbeat, submitters.nodes);
  }

  machineSilent(machine: MachineId): void {
    const { fleet, now } = this.#context;
    if (fleet.up[machine] === 0) return;
    const deadline = this.machines.silent(now, machine);
    if (deadline > now) {
      this.#context.alert(Alert.machineMissing, machine);
      this.#context.timers.add(deadline, 0, Timer.machineSilent, 0, 0);
    } else this.machineSilenceOver();
  }

  machineHeard(machine: MachineId): void {
    this.machines.heard(machine);
  }

  machineUp(machine: MachineId): void {
    this.machines.heard(machine);
    if (this.#context.fleet.up[machine] === 1) return;
    this.#autoscaler?.booted(machine);
    this.#setUp(machine, true);
  }

  loseMachine(machine: MachineId): void {
    if (this.#context.fleet.up[machine] === 0) return;
    this.#life.loseAllOn(machine);
    this.#setUp(machine, false);
  }

  submitterSilent(node: NodeId): void {
    const { now, timers } = this.#context;
    const deadline = this.submitters.silent(now, node);
    if (deadline > now) timers.add(deadline, 0, Timer.submitterSilent, 0, 0);
    else this.submitterSilenceOver();
  }

  /** It takes part (again), and passes on what had been left lying. */
  submitterUp(node: NodeId): void {
    const { digest } = this.#context;
    this.submitters.heard(node);
    const isNews = this.#manager.up(node, (task, heir, from) => this.#handOver(task, heir, from));
    if (!isNews) return;
    digest.mix(Mark.submitter, node, 1);
    this.#context.alert(Alert.submitterUp, node);
  }

  loseSubmitter(node: NodeId): void {
    const wasUp = this.#manager.down(node, (task, heir, from) => this.#handOver(task, heir, from));
    if (!wasUp) return;
    this.#context.digest.mix(Mark.submitter, node, 0);
    this.#context.alert(Alert.submitterDown, node);
  }

  limiterDown(node: NodeId): void {
    if (!this.#intake.limiters.down(this.#context.now, node)) return;
    this.#context.digest.mix(Mark.limiter, node, 0);
    this.#context.alert(Alert.limiterDown, node);
  }

  limiterUp(node: NodeId): void {
    if (!this.#intake.limiters.up(this.#context.now, node)) return;
    this.#context.digest.mix(Mark.limiter, node, 1);
    this.#context.alert(Alert.limiterUp, node);
  }

  leaderLost(): void {
    this.led = false;
    this.#context.alert(Alert.leaderLost, this.term);
  }

  /**
   * A replica leads: under a new term, or the same one as before if its lease had not run out. It has read all that
   * was stored, so it knows what its predecessor knew.
   */
  lead(term: number): void {
    const { now, timers, digest } = this.#context;
    assert(term >= this.term, "terms only grow");
    this.led = true;
    if (term === this.term) return;
    this.term = term;
    // Who was silent while nobody listened may have spoken: everybody has the full time once more.
    this.machines.grace(now);
    this.submitters.grace(now);
    if (this.machines.dueAt < NEVER) timers.add(this.machines.dueAt, 0, Timer.machineSilent, 0, 0);
    if (this.submitters.dueAt < NEVER) timers.add(this.submitters.dueAt, 0, Timer.submitterSilent, 0, 0);
    digest.mix(Mark.leader, term, 0);
    this.#context.alert(Alert.leaderElected, term);
  }

  machineSilenceOver(): void {
    for (const machine of this.machines.due(this.#context.now)) this.loseMachine(machine);
  }

  submitterSilenceOver(): void {
    for (const node of this.submitters.due(this.#context.now)) this.loseSubmitter(node);
  }

  /** The heir owns the task now, and passes it on if its owner had not. */
  #handOver(task: TaskSlot, heir: NodeId, from: NodeId): void {
    const { digest, effects, observer } = this.#context;
    digest.mix(Mark.handedOver, task, heir);
    effects.save?.(task);
    observer.handedOver?.(task, from, heir);
    this.#intake.forward(task);
  }

  #setUp(machine: MachineId, up: boolean): void {
    const { dispatcher, digest, observer } = this.#context;
    dispatcher.setUp(machine, up);
    digest.mix(Mark.machine, machine, up ? 1 : 0);
    this.#context.alert(up ? Alert.machineUp : Alert.machineDown, machine);
    observer.fleetChanged();
  }
}
