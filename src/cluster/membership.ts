/**
 * Who takes part: machines, submitters and limiter nodes that come, fall silent, are given up and return, and the
 * leader on whose word all of it rests. A silence becomes a loss only after the heartbeat's timeout; what was lost
 * goes to those that are left.
 */
import { assert } from "../engine/assert.ts";
import type { Autoscaler } from "./autoscaler.ts";
import { type Context, Mark, Timer } from "./context.ts";
import { FailureDetector } from "./detector.ts";
import type { Intake } from "./intake.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { ClusterManager } from "./manager.ts";
import { Alert, type MachineId, type NodeId } from "./ports.ts";
import { Status } from "./tasks.ts";

export class Membership {
  /** The term of the leader whose inputs these are. */
  term = 1;
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
    if (deadline <= now) {
      this.loseMachine(machine);
    } else {
      this.#context.alert(Alert.machineMissing, machine);
      this.#context.timers.add(deadline, 0, Timer.machineSilent, machine, 0);
    }
  }

  machineHeard(machine: MachineId): void {
    this.machines.heard(this.#context.now, machine);
  }

  machineUp(machine: MachineId): void {
    this.machines.heard(this.#context.now, machine);
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
    if (deadline <= now) this.loseSubmitter(node);
    else timers.add(deadline, 0, Timer.submitterSilent, node, 0);
  }

  /** It takes part again, and passes on what it had left lying. */
  submitterUp(node: NodeId): void {
    const { tasks, digest, now } = this.#context;
    this.submitters.heard(now, node);
    const known = !this.#manager.up(node);
    tasks.each((task) => {
      if (tasks.node[task] === node && tasks.status[task] === Status.waiting) this.#intake.forward(task);
    });
    if (known) return;
    digest.mix(Mark.submitter, node, 1);
    this.#context.alert(Alert.submitterUp, node);
  }

  loseSubmitter(node: NodeId): void {
    const { tasks, digest, effects, observer } = this.#context;
    const wasUp = this.#manager.down(node, (task, heir) => {
      tasks.node[task] = heir;
      digest.mix(Mark.handedOver, task, heir);
      effects.save?.(task);
      observer.handedOver?.(task, node, heir);
      if (tasks.status[task] === Status.waiting) this.#intake.forward(task);
    });
    if (!wasUp) return;
    digest.mix(Mark.submitter, node, 0);
    this.#context.alert(Alert.submitterDown, node);
  }

  limiterDown(node: NodeId): void {
    this.#intake.limiters.down(this.#context.now, node);
    this.#context.digest.mix(Mark.limiter, node, 0);
    this.#context.alert(Alert.limiterDown, node);
  }

  limiterUp(node: NodeId): void {
    this.#intake.limiters.up(this.#context.now, node);
    this.#context.digest.mix(Mark.limiter, node, 1);
    this.#context.alert(Alert.limiterUp, node);
  }

  leaderLost(): void {
    this.#context.alert(Alert.leaderLost, this.term);
  }

  /** A replica leads under a new term. It has read all that was stored, so it knows what its predecessor knew. */
  lead(term: number): void {
    const { now, timers, digest } = this.#context;
    assert(term > this.term, "terms only grow");
    this.term = term;
    // Who was silent while nobody listened may have spoken: everybody has the full time once more.
    for (const machine of this.machines.grace(now))
      timers.add(this.machines.deadline(machine), 0, Timer.machineSilent, machine, 0);
    for (const node of this.submitters.grace(now))
      timers.add(this.submitters.deadline(node), 0, Timer.submitterSilent, node, 0);
    digest.mix(Mark.leader, term, 0);
    this.#context.alert(Alert.leaderElected, term);
  }

  machineSilenceOver(machine: MachineId): void {
    if (this.machines.isDue(this.#context.now, machine)) this.loseMachine(machine);
  }

  submitterSilenceOver(node: NodeId): void {
    if (this.submitters.isDue(this.#context.now, node)) this.loseSubmitter(node);
  }

  #setUp(machine: MachineId, up: boolean): void {
    const { dispatcher, digest, observer } = this.#context;
    dispatcher.setUp(machine, up);
    digest.mix(Mark.machine, machine, up ? 1 : 0);
    this.#context.alert(up ? Alert.machineUp : Alert.machineDown, machine);
    observer.fleetChanged();
  }
}
