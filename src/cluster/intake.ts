/**
 * The way in: rate limiter, submitters, unique ids, idempotency keys, and the order of dependencies. What leaves here
 * is stored and acknowledged; it is owned by the submitter that admitted it until that node has passed it on to the
 * scheduler. A node that dies before has its tasks passed on by its heir.
 */
import type { Tick } from "../engine/time.ts";
import { type Context, Mark } from "./context.ts";
import { topologicalOrder } from "./dag.ts";
import { Keys } from "./keys.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { Limiters } from "./limiter.ts";
import { type NodeId, Notice, type TaskSlot, type TemplateId, type TenantId } from "./ports.ts";
import { Submitters } from "./submitters.ts";
import { Status } from "./tasks.ts";

/** Tasks that a client sends together; more than one depend on each other. */
export interface Submission {
  readonly tenant: TenantId;
  readonly templates: readonly TemplateId[];
  /** By position: the positions that the task waits for. */
  readonly parents: readonly (readonly number[])[];
  /** The same whenever the client sends it again. */
  readonly key: number;
  /** Stands for what is submitted: the same key with another payload is a mistake. */
  readonly payload: number;
  /** When the client sent it for the first time. */
  readonly sentAt: Tick;
}

/** What became of a submission. `known`: it had been accepted before, under the same key. */
export const Verdict = { accepted: 0, known: 1, refused: 2 } as const;
export type Verdict = (typeof Verdict)[keyof typeof Verdict];

export const REFUSED = -1;

export class Intake {
  readonly limiters: Limiters;
  readonly submitters: Submitters;
  readonly keys: Keys;
  readonly #context: Context;
  readonly #life: Lifecycle;
  readonly #choosy: boolean;

  /** `choosy`: the policy may refuse what it could not start in time. */
  constructor(context: Context, life: Lifecycle, choosy: boolean) {
    this.#context = context;
    this.#life = life;
    this.#choosy = choosy;
    this.limiters = new Limiters(context.spec);
    this.submitters = new Submitters(context.spec.control.submitters.nodes, context.spec.control.epoch);
    this.keys = new Keys(context.spec.control.store.keysFor);
  }

  /** Limiter and submitter in one step: the node that takes the submission, or −1 after telling the tenant why not. */
  receive(tenant: TenantId, template: TemplateId, tasks: number): NodeId {
    const node = this.submitters.next();
    if (node < 0) {
      this.refuse(tenant, template, tasks, Notice.unavailable, 0);
      return REFUSED;
    }
    if (this.limiters.limits(tenant) && !this.limit(this.limiters.next(), tenant, template, tasks))
      return REFUSED;
    return node;
  }

  /** A limiter node lets the tasks pass, or tells the tenant when to try again. */
  limit(node: NodeId, tenant: TenantId, template: TemplateId, tasks: number): boolean {
    if (node < 0) {
      this.refuse(tenant, template, tasks, Notice.unavailable, 0);
      return false;
    }
    const wait = this.limiters.admit(this.#context.now, node, tenant, tasks);
    if (wait > 0) this.refuse(tenant, template, tasks, Notice.limitExceeded, wait);
    return wait === 0;
  }

  refuse(tenant: TenantId, template: TemplateId, tasks: number, notice: Notice, after: Tick): void {
    const { digest, observer } = this.#context;
    digest.mix(Mark.refused, tenant, notice);
    for (let i = 0; i < tasks; i++) observer.refused(tenant, template);
    this.#context.tell(tenant, notice, REFUSED, after);
  }

  /** Stores one task and acknowledges it. −1 when the policy refuses it. */
  admit(tenant: TenantId, template: TemplateId, node: NodeId, period: number, submittedAt: Tick): TaskSlot {
    const task = this.#fill(tenant, template, node, period, submittedAt);
    if (this.#choosy && !this.#context.dispatcher.admits(task)) {
      this.#drop(task);
      this.refuse(tenant, template, 1, Notice.hopeless, 0);
      return REFUSED;
    }
    this.#acknowledge(task);
    return task;
  }

  /** Stores all tasks of a job or none. Fills `slots` in the order of `templates`. */
  admitJob(
    tenant: TenantId,
    templates: readonly TemplateId[],
    parents: readonly (readonly number[])[],
    order: readonly number[],
    node: NodeId,
    submittedAt: Tick,
    slots: TaskSlot[],
  ): boolean {
    slots.length = templates.length;
    for (const position of order)
      slots[position] = this.#fill(tenant, templates[position]!, node, 0, submittedAt);
    if (this.#choosy && !slots.every((task) => this.#context.dispatcher.admits(task))) {
      for (const task of slots) this.#drop(task);
      this.refuse(tenant, templates[0]!, templates.length, Notice.hopeless, 0);
      return false;
    }
    for (const position of order) this.#acknowledge(slots[position]!);
    // Lists grow at their head: linking the last task first leaves each parent's children in their order.
    for (let i = order.length - 1; i >= 0; i--) this.#link(slots, parents[order[i]!]!, slots[order[i]!]!);
    return true;
  }

  /** The submitter writes a submission that the limiter let pass. Its tasks still have to be passed on. */
  accept(node: NodeId, submission: Submission, slots: TaskSlot[]): Verdict {
    const { tenant, templates, parents, key, payload, sentAt } = submission;
    const { now, tasks, digest } = this.#context;
    const claim = this.keys.claim(now, key, payload);
    if (claim === "same") {
      digest.mix(Mark.duplicate, tenant, key | 0);
      return Verdict.known;
    }
    if (claim === "other") {
      this.refuse(tenant, templates[0]!, templates.length, Notice.keyConflict, 0);
      return Verdict.refused;
    }
    const order = templates.length === 1 ? [0] : topologicalOrder(parents);
    if (order === null) {
      this.keys.release(key);
      this.refuse(tenant, templates[0]!, templates.length, Notice.cyclicDependencies, 0);
      return Verdict.refused;
    }
    if (!this.admitJob(tenant, templates, parents, order, node, sentAt, slots)) {
      this.keys.release(key);
      return Verdict.refused;
    }
    this.keys.bind(key, tasks.idTime[slots[0]!]!, tasks.idTail[slots[0]!]!);
    return Verdict.accepted;
  }

  /** The owner passes a task on to the scheduler. No effect a second time (another owner was quicker) or after its end. */
  forward(task: TaskSlot): void {
    const { tasks } = this.#context;
    if (tasks.forwarded[task] === 1 || tasks.status[task] !== Status.waiting) return;
    tasks.forwarded[task] = 1;
    if (tasks.pendingParents[task] === 0) this.#life.ready(task);
  }

  #fill(tenant: TenantId, template: TemplateId, node: NodeId, period: number, submittedAt: Tick): TaskSlot {
    const { tasks, now } = this.#context;
    const task = tasks.allocate(template, tenant);
    const ids = this.submitters.issue(now, node);
    tasks.idTime[task] = ids.time;
    tasks.idTail[task] = ids.tail;
    tasks.node[task] = node;
    tasks.submittedAt[task] = submittedAt;
    tasks.period[task] = period;
    return task;
  }

  #drop(task: TaskSlot): void {
    const { tasks } = this.#context;
    tasks.status[task] = Status.cancelled;
    tasks.release(task);
  }

  #acknowledge(task: TaskSlot): void {
    const { tasks, digest, observer, effects } = this.#context;
    const tenant = tasks.tenant[task]!;
    digest.mix(Mark.submitted, tasks.idTail[task]!, tenant);
    observer.submitted(task);
    this.submitters.stored(tasks.node[task]!, tasks.idTime[task]!);
    effects.save?.(task);
    this.#context.tell(tenant, Notice.accepted, task, 0);
  }

  #link(slots: readonly TaskSlot[], parents: readonly number[], task: TaskSlot): void {
    const { firstChild, pendingParents } = this.#context.tasks;
    pendingParents[task] = parents.length;
    for (const parent of parents)
      firstChild[slots[parent]!] = this.#life.edges.add(firstChild[slots[parent]!]!, task);
  }
}
