/**
 * A dispatcher with the least of a world around it: tasks run on machines of speed 1 and take exactly their work,
 * a pause saves all of it and takes no time. What a policy orders and interrupts can be watched without a scheduler.
 */
import { Dispatcher } from "../../src/cluster/dispatcher.ts";
import { Fleet } from "../../src/cluster/fleet.ts";
import type { Policy, PolicyParameters } from "../../src/cluster/policy.ts";
import type { ClusterSpec, TemplateSpec } from "../../src/cluster/spec.ts";
import { Status, TaskTable } from "../../src/cluster/tasks.ts";
import { Templates } from "../../src/cluster/templates.ts";
import { Streams } from "../../src/engine/random.ts";
import { NEVER, type Tick } from "../../src/engine/time.ts";
import { BUILT_IN, makePolicy } from "../../src/policies/index.ts";
import { template } from "./bench.ts";

export function builtIn(name: string, parameters: PolicyParameters = {}): Policy {
  return makePolicy(BUILT_IN.find((definition) => definition.name === name)!, parameters);
}

/** A task as a test submits it: a template of its own, its owner, and how long it really takes. */
export interface Job extends Partial<TemplateSpec> {
  readonly at: Tick;
  readonly tenant?: number;
  readonly work: Tick;
}

export interface Checks {
  /** Before the task waits. */
  readonly submitted?: (task: number) => void;
  /** It no longer waits, and holds nothing yet. */
  readonly started?: (task: number) => void;
  /** After all decisions of an instant. */
  readonly settled?: () => void;
}

export class DispatchWorld {
  readonly clock = new Float64Array(1);
  readonly tasks = new TaskTable(2);
  readonly fleet: Fleet;
  readonly templates: Templates;
  readonly dispatcher: Dispatcher;
  readonly running = new Set<number>();
  readonly waiting = new Set<number>();
  /** How long each task takes in all. */
  readonly work = new Map<number, Tick>();
  /** Those that were paused, in order. */
  readonly paused: number[] = [];
  readonly ended: { readonly task: number; readonly response: Tick }[] = [];
  readonly #quantumOver = new Map<number, Tick>();
  #ids = 0;

  constructor(spec: ClusterSpec, policy: Policy, seed = 1) {
    this.fleet = new Fleet(spec.machines);
    this.templates = new Templates(this.fleet);
    const random = new Streams(seed, 0).stream("placement");
    this.dispatcher = new Dispatcher(
      spec,
      policy,
      this.tasks,
      this.templates,
      this.fleet,
      this.clock,
      random,
    );
  }

  get now(): Tick {
    return this.clock[0]!;
  }

  /** A slot for the task, before it is asked whether it is taken in. */
  slot({ tenant = 0, at: _, work, ...options }: Job): number {
    const id = this.templates.add(template(options));
    this.dispatcher.templateAdded();
    const task = this.tasks.allocate(id, tenant);
    this.tasks.submittedAt[task] = this.now;
    this.tasks.idTime[task] = 1_767_225_600_000 + Math.floor(this.now / 1000);
    this.tasks.idTail[task] = ++this.#ids;
    this.work.set(task, work);
    return task;
  }

  submit(job: Job, check: (task: number) => void = () => {}): number {
    const task = this.slot(job);
    check(task);
    this.ready(task);
    return task;
  }

  ready(task: number): void {
    this.tasks.status[task] = Status.waiting;
    this.waiting.add(task);
    this.dispatcher.add(task);
  }

  /** Starts whatever can start, and says what did. */
  start(check: (task: number) => void = () => {}): number[] {
    const started: number[] = [];
    for (let task = this.dispatcher.next(); task >= 0; task = this.dispatcher.next()) {
      this.waiting.delete(task);
      check(task);
      this.tasks.status[task] = Status.running;
      this.tasks.machine[task] = this.dispatcher.machine;
      this.tasks.startedAt[task] = this.now;
      this.running.add(task);
      this.#quantumOver.set(task, this.now + this.dispatcher.quantumOf(task));
      started.push(task);
    }
    return started;
  }

  /** Asks whether somebody is to be paused, and tells it to stop; −1 when nobody is. */
  victim(): number {
    const task = this.dispatcher.victim();
    if (task >= 0) this.tasks.status[task] = Status.stopping;
    return task;
  }

  /** A task leaves its machine with all it has done, and waits again. */
  pause(task: number): void {
    this.paused.push(task);
    this.#quantumOver.delete(task);
    const elapsed = this.now - this.tasks.startedAt[task]!;
    this.tasks.served[task]! += elapsed;
    if (this.templates.specs[this.tasks.template[task]!]!.checkpoints) this.tasks.progress[task]! += elapsed;
    this.dispatcher.release(this.tasks.machine[task]!, task);
    this.running.delete(task);
    this.ready(task);
  }

  end(task: number): void {
    this.#quantumOver.delete(task);
    this.dispatcher.release(this.tasks.machine[task]!, task);
    this.running.delete(task);
    this.ended.push({ task, response: this.now - this.tasks.submittedAt[task]! });
  }

  remaining(task: number): Tick {
    const elapsed = this.running.has(task) ? this.now - this.tasks.startedAt[task]! : 0;
    return this.work.get(task)! - this.tasks.progress[task]! - elapsed;
  }

  /** Runs jobs to their end, all of them, whatever the policy would admit. */
  run(jobs: readonly Job[], checks: Checks = {}): void {
    const left = [...jobs].sort((a, b) => a.at - b.at);
    for (let instants = 0; left.length > 0 || this.running.size + this.waiting.size > 0; instants++) {
      if (instants > 100_000) throw new Error("the run does not end");
      const ends = [...this.running].map((task) => this.now + this.remaining(task));
      const next = Math.min(left[0]?.at ?? NEVER, ...ends, ...this.#quantumOver.values());
      if (next === NEVER) throw new Error("somebody waits for ever");
      this.clock[0] = next;
      for (const task of [...this.running]) if (this.remaining(task) <= 0) this.end(task);
      for (const task of [...this.running])
        if (this.#quantumOver.get(task)! <= this.now) this.#quantumEnds(task);
      while (left.length > 0 && left[0]!.at <= this.now) this.submit(left.shift()!, checks.submitted);
      this.settle(checks.started);
      checks.settled?.();
    }
  }

  /** Until everything that can start has, and nobody gives way any more. */
  settle(started?: (task: number) => void): void {
    for (let rounds = 0; ; rounds++) {
      if (rounds > 1_000) throw new Error("tasks give way to each other without end");
      this.start(started);
      const victims: number[] = [];
      for (let task = this.victim(); task >= 0; task = this.victim()) victims.push(task);
      if (victims.length === 0) return;
      for (const task of victims) this.pause(task);
    }
  }

  #quantumEnds(task: number): void {
    if (this.waiting.size > 0) this.pause(task);
    else this.#quantumOver.set(task, this.now + this.dispatcher.quantumOf(task));
  }
}
