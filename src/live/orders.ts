/**
 * What agents are told: the orders that follow from stored decisions, and, for one that joins, the difference
 * between what it holds and what it should hold. Orders are named by task and token, so a repeated one does no harm.
 */
import type { MachineId, TaskSlot } from "../cluster/ports.ts";
import { Status } from "../cluster/tasks.ts";
import { assert } from "../engine/assert.ts";
import { NEVER, type Tick } from "../engine/time.ts";
import type { Clients, Work } from "./clients.ts";
import type { LiveClock } from "./clock.ts";
import type { Decision } from "./decisions.ts";
import { type AttemptName, attemptKey, type Hello, type StartOrder, type ToAgent } from "./protocol.ts";
import type { Replica } from "./replica.ts";

/** Machines are dealt out to the agents in turn. */
export function agentOf(machine: MachineId, agents: number): number {
  return machine % agents;
}

export class Orders {
  readonly #replica: Replica;
  readonly #clients: Clients;
  readonly #clock: LiveClock;
  readonly #agents: number;
  readonly #send: (agent: number, message: ToAgent) => void;

  constructor(
    replica: Replica,
    clients: Clients,
    clock: LiveClock,
    agents: number,
    send: (agent: number, message: ToAgent) => void,
  ) {
    this.#replica = replica;
    this.#clients = clients;
    this.#clock = clock;
    this.#agents = agents;
    this.#send = send;
  }

  /** Carries out what was decided and stored. */
  release(decisions: readonly Decision[]): void {
    for (const { kind, task, token, subject } of decisions) {
      if (kind === "start") this.#start(task!, this.#clock.now() - this.#scheduler.now);
      else if (kind === "stop")
        this.#send(this.#agentOf(subject), { type: "stop", task: task!, token: token! });
    }
  }

  /** Brings an agent that joined and the scheduler to the same view. `ordered` was sent to it just now. */
  reconcile(hello: Hello, ordered: readonly Decision[]): void {
    const { tasks } = this.#scheduler;
    const known = new Set(hello.held.map(attemptKey));
    for (const { task, token } of ordered)
      if (task !== null) known.add(attemptKey({ task, token: token ?? 0 }));
    for (const name of hello.held) if (!this.isRunning(name)) this.#stop(hello.agent, name);
    for (const [id, task] of this.#replica.outbox.slots) {
      const status = tasks.status[task]!;
      if (status !== Status.running && status !== Status.stopping) continue;
      if (this.#agentOf(tasks.machine[task]!) !== hello.agent) continue;
      const name = { task: id, token: tasks.token[task]! };
      // It may not have got the order, or not have carried it out: an unknown attempt is answered with "stopped".
      if (status === Status.stopping) this.#stop(hello.agent, name);
      else if (!known.has(attemptKey(name))) this.#start(id, 0);
    }
    this.#stopFenced(hello);
  }

  /** Whether the attempt of a task is what its agent should run, or be ending. */
  isRunning({ task, token }: AttemptName): boolean {
    const slot: TaskSlot | undefined = this.#replica.outbox.slots.get(task);
    const { tasks } = this.#scheduler;
    if (slot === undefined || tasks.token[slot] !== token) return false;
    return tasks.status[slot] === Status.running || tasks.status[slot] === Status.stopping;
  }

  /** Room that an attempt may still take up is kept until its agent says that it does not: so it is asked. */
  #stopFenced({ agent, held }: Hello): void {
    const asked = new Set(held.map(attemptKey));
    const { fenced } = this.#replica.outbox;
    for (const { task: slot, token, machine } of this.#scheduler.life.fenced.values()) {
      if (this.#agentOf(machine) !== agent) continue;
      for (const order of fenced.values())
        if (order.slot === slot && order.token === token && !asked.has(attemptKey(order)))
          this.#stop(agent, order);
    }
  }

  /** `over` is how much of the attempt's time has passed since the decision; work that is sent again begins anew. */
  #start(id: string, over: Tick): void {
    const { tasks, templates, cluster } = this.#scheduler;
    const task = this.#replica.outbox.slots.get(id);
    assert(task !== undefined, "what has just been started is in flight");
    const machine = tasks.machine[task]!;
    const { speed } = cluster.machines[machine]!;
    const work = this.#clients.work(id, task);
    const span = work.work / speed - over;
    this.#send(this.#agentOf(machine), {
      type: "start",
      task: id,
      token: tasks.token[task]!,
      script: templates.specs[tasks.template[task]!]!.script,
      milliseconds: Math.max(0, this.#clock.milliseconds(span)),
      fails: work.fails,
      confirm: cluster.control.queues.visibility < NEVER,
      checkpoint: this.#checkpoint(work, tasks.progress[task]!, speed),
    });
  }

  #checkpoint({ checkpoint, duration, work }: Work, from: Tick, speed: number): StartOrder["checkpoint"] {
    if (checkpoint === null) return null;
    const { stages, every } = checkpoint;
    return {
      from,
      end: from + work,
      every: stages > 0 ? Math.max(1, duration / stages) : every,
      anywhere: stages === 0,
      perMillisecond: speed / this.#clock.milliseconds(1),
    };
  }

  #stop(agent: number, { task, token }: AttemptName): void {
    this.#send(agent, { type: "stop", task, token });
  }

  #agentOf(machine: MachineId): number {
    return agentOf(machine, this.#agents);
  }

  get #scheduler() {
    return this.#replica.scheduler;
  }
}
