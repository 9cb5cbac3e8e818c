/**
 * Turns what agents do into inputs of the scheduler: what they report of their attempts, and what their coming and
 * going means for their machines. With a timeout in the scenario a lost connection is a silence, and the scheduler
 * itself decides when that has lasted too long; without one, machines are down once their agent is given up.
 */
import { type MachineId, Outcome } from "../cluster/ports.ts";
import { Status } from "../cluster/tasks.ts";
import { NEVER, type Tick } from "../engine/time.ts";
import type { Arrival } from "./inbox.ts";
import { agentOf, type Orders } from "./orders.ts";
import { type AttemptName, attemptKey, type Hello, type Result, type Said } from "./protocol.ts";
import type { Replica } from "./replica.ts";
import type { Round } from "./round.ts";

export class Reception {
  readonly #replica: Replica;
  readonly #orders: Orders;
  readonly #machines: readonly (readonly MachineId[])[];
  /** Whether the scenario says how long a silence may last. */
  readonly #listens: boolean;
  readonly #confirms: boolean;
  readonly #present = new Set<number>();
  /** Agents that returned after they had been given up: what they still have to end before they get anything new. */
  readonly #clearing = new Map<number, Set<string>>();

  constructor(replica: Replica, orders: Orders, agents: number) {
    const { machines, control } = replica.scheduler.cluster;
    this.#replica = replica;
    this.#orders = orders;
    this.#machines = Array.from({ length: agents }, (_, agent) =>
      [...machines.keys()].filter((machine) => agentOf(machine, agents) === agent),
    );
    this.#listens = control.monitor.heartbeat.timeout > 0;
    this.#confirms = control.queues.visibility < NEVER;
  }

  take(round: Round, arrival: Arrival): void {
    switch (arrival.kind) {
      case "said":
        this.#hear(round, arrival.agent, arrival.message);
        break;
      case "away":
        this.#present.delete(arrival.agent);
        if (this.#listens) this.#silence(round, arrival.agent);
        break;
      case "lost":
        this.#present.delete(arrival.agent);
        this.#clearing.delete(arrival.agent);
        if (this.#listens) this.#silence(round, arrival.agent);
        else for (const machine of this.#machines[arrival.agent]!) this.#down(round, machine);
        break;
      case "joined":
        this.#present.add(arrival.agent);
        this.#welcome(round, arrival.hello, arrival.same);
        break;
    }
  }

  /** Machines that the scheduler has switched on and that have come up by now; an absent agent brings its own when it joins. */
  boot(round: Round): void {
    for (const [machine, at] of [...this.#replica.outbox.booting])
      if (at <= round.now && this.#isReady(machine)) round.feed({ kind: "machine-up", machine });
  }

  /** When boot() will next have something. */
  get nextBoot(): Tick {
    let next = NEVER;
    for (const [machine, at] of this.#replica.outbox.booting)
      if (at < next && this.#isReady(machine)) next = at;
    return next;
  }

  #hear(round: Round, agent: number, message: Said): void {
    switch (message.type) {
      case "result":
        this.#report(round, agent, message.result);
        break;
      case "confirmed":
        this.#confirm(round, message);
        break;
      case "checkpoint":
        this.#progress(round, message, message.progress);
        break;
    }
  }

  #report(round: Round, agent: number, result: Result): void {
    const { task, token, outcome, reason, progress } = result;
    if (progress !== undefined) this.#progress(round, result, progress);
    // A task that is not in flight has ended: the report was stored before, or is about a lost attempt.
    const inFlight = this.#replica.outbox.slotOf(task, token) !== undefined;
    const { accepted } = inFlight
      ? round.feed({
          kind: "ended",
          task,
          token,
          outcome: Outcome[outcome],
          ...(reason !== undefined && { reason }),
        })
      : { accepted: false };
    round.acks.push({ agent, name: { task, token }, accepted });
    const left = this.#clearing.get(agent);
    if (left?.delete(attemptKey(result)) && left.size === 0) this.#raise(round, agent);
  }

  #confirm(round: Round, { task, token }: AttemptName): void {
    if (!this.#confirms || !this.#orders.isRunning({ task, token })) return;
    const { tasks } = this.#replica.scheduler;
    if (tasks.confirmed[this.#replica.outbox.slots.get(task)!] === 0)
      round.feed({ kind: "confirmed", task, token });
  }

  /** Null: what had been saved is lost. What the scheduler knows already is not told again. */
  #progress(round: Round, { task, token }: AttemptName, progress: number | null): void {
    if (!this.#orders.isRunning({ task, token })) return;
    const known = this.#replica.scheduler.tasks.progress[this.#replica.outbox.slots.get(task)!]!;
    if (progress === null) round.feed({ kind: "checkpoint-lost", task, token, progress: known });
    else if (progress > known) round.feed({ kind: "checkpointed", task, token, progress });
  }

  #welcome(round: Round, hello: Hello, same: boolean): void {
    const { agent, held, results, incarnation } = hello;
    for (const result of results) this.#report(round, agent, result);
    for (const attempt of held) {
      this.#confirm(round, attempt);
      if (attempt.progress !== undefined) this.#progress(round, attempt, attempt.progress);
    }
    if (!same) {
      // Whatever ran under this number in an earlier life is lost.
      for (const machine of this.#machines[agent]!) if (this.#isBusy(machine)) this.#down(round, machine);
      round.joined(agent, incarnation);
    }
    for (const machine of this.#machines[agent]!)
      if (this.#isUp(machine) && this.#isSilent(machine)) round.feed({ kind: "machine-heard", machine });
    const unwanted = held.filter((attempt) => !this.#orders.isRunning(attempt)).map(attemptKey);
    if (unwanted.length > 0) this.#clearing.set(agent, new Set(unwanted));
    else this.#raise(round, agent);
    round.greetings.push(hello);
  }

  /** The agent holds nothing that it should not: machines that were given up take part again. */
  #raise(round: Round, agent: number): void {
    this.#clearing.delete(agent);
    const { off, booting } = this.#replica.outbox;
    for (const machine of this.#machines[agent]!)
      if (!this.#isUp(machine) && !off.has(machine) && (booting.get(machine) ?? 0) <= round.now)
        round.feed({ kind: "machine-up", machine });
  }

  #silence(round: Round, agent: number): void {
    for (const machine of this.#machines[agent]!)
      if (this.#isUp(machine) && !this.#isSilent(machine)) round.feed({ kind: "machine-silent", machine });
  }

  #down(round: Round, machine: MachineId): void {
    if (this.#isUp(machine)) round.feed({ kind: "machine-down", machine });
  }

  /** Its agent is there, and holds nothing that it should not. */
  #isReady(machine: MachineId): boolean {
    const agent = agentOf(machine, this.#machines.length);
    return this.#present.has(agent) && !this.#clearing.has(agent);
  }

  #isUp(machine: MachineId): boolean {
    return this.#replica.scheduler.fleet.up[machine] === 1;
  }

  #isSilent(machine: MachineId): boolean {
    return this.#replica.scheduler.members.machines.deadline(machine) < NEVER;
  }

  /** Something runs there, or may still: an attempt that was given up counts, too. */
  #isBusy(machine: MachineId): boolean {
    const { tasks, life } = this.#replica.scheduler;
    for (const attempt of life.fenced.values()) if (attempt.machine === machine) return true;
    for (const task of this.#replica.outbox.slots.values()) {
      const status = tasks.status[task];
      if (tasks.machine[task] === machine && (status === Status.running || status === Status.stopping))
        return true;
    }
    return false;
  }
}
