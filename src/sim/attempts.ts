/**
 * The attempts that really run, as parallel typed arrays: what each still has to do, on which machine, and how it
 * will end. A task may have two of them at once, when one was given up that still runs. A machine's attempts form a
 * list, so that what strikes the machine finds them.
 */
import type { MachineId, TaskSlot, Token } from "../cluster/ports.ts";
import { NEVER, type Tick } from "../engine/time.ts";

export type AttemptId = number;
export const NONE: AttemptId = -1;
export const NO_PLAN = -1;

/** How an attempt will behave, as bits. */
export const Fate = { fails: 1, hangs: 2, overuses: 4, lies: 8, ignoresStop: 16, stopping: 32 } as const;

export class Attempts {
  task = new Int32Array(0);
  token = new Int32Array(0);
  machine = new Int32Array(0);
  /** Work that is left, in ticks at speed 1, as of `since`. */
  work = new Float64Array(0);
  since = new Float64Array(0);
  /** When it ends as things are. */
  endsAt = new Float64Array(0);
  /** Names the plan of that end among all that were made; any other is void. */
  plan = new Float64Array(0);
  /** Work that had been saved when it began, plus what it has to do: its progress is this less what is left. */
  whole = new Float64Array(0);
  /** How long its task takes from beginning to end. */
  duration = new Float64Array(0);
  template = new Int32Array(0);
  /** Which task of its slot it belongs to. */
  serial = new Float64Array(0);
  fate = new Uint8Array(0);
  /** Grows when the place is used again, so that events of an earlier attempt are recognised. */
  generation = new Int32Array(0);
  next = new Int32Array(0);
  #previous = new Int32Array(0);
  /** By machine: the newest of its attempts. */
  readonly first: Int32Array;
  /** By task slot: its newest attempt. */
  #newest = new Int32Array(0);
  #free: number[] = [];

  constructor(machines: number) {
    this.first = new Int32Array(machines).fill(NONE);
    this.#grow(256);
  }

  begin(task: TaskSlot, token: Token, machine: MachineId, work: Tick, now: Tick): AttemptId {
    if (this.#free.length === 0) this.#grow(this.task.length * 2);
    const attempt = this.#free.pop()!;
    this.task[attempt] = task;
    this.token[attempt] = token;
    this.machine[attempt] = machine;
    this.work[attempt] = work;
    this.since[attempt] = now;
    // No end is planned yet: that of the last attempt here may be this very instant.
    this.endsAt[attempt] = NEVER;
    this.plan[attempt] = NO_PLAN;
    this.fate[attempt] = 0;
    const next = this.first[machine]!;
    this.next[attempt] = next;
    this.#previous[attempt] = NONE;
    if (next !== NONE) this.#previous[next] = attempt;
    this.first[machine] = attempt;
    if (task >= this.#newest.length) this.#growSlots(task);
    this.#newest[task] = attempt;
    return attempt;
  }

  end(attempt: AttemptId): void {
    const previous = this.#previous[attempt]!;
    const next = this.next[attempt]!;
    if (previous === NONE) this.first[this.machine[attempt]!] = next;
    else this.next[previous] = next;
    if (next !== NONE) this.#previous[next] = previous;
    const task = this.task[attempt]!;
    if (this.#newest[task] === attempt) this.#newest[task] = NONE;
    this.generation[attempt]!++;
    this.plan[attempt] = NO_PLAN;
    this.#free.push(attempt);
  }

  /** The attempt of that name, if it runs on the machine. */
  find(task: TaskSlot, token: Token, machine: MachineId): AttemptId {
    const newest = task < this.#newest.length ? this.#newest[task]! : NONE;
    if (newest !== NONE && this.token[newest] === token) return newest;
    for (let attempt = this.first[machine]!; attempt !== NONE; attempt = this.next[attempt]!) {
      if (this.task[attempt] === task && this.token[attempt] === token) return attempt;
    }
    return NONE;
  }

  /** Those on a machine, newest first; a copy, since what is done to them may change the list. */
  on(machine: MachineId): AttemptId[] {
    const list: AttemptId[] = [];
    for (let attempt = this.first[machine]!; attempt !== NONE; attempt = this.next[attempt]!)
      list.push(attempt);
    return list;
  }

  #grow(capacity: number): void {
    const before = this.task.length;
    this.task = enlarged(this.task, new Int32Array(capacity));
    this.token = enlarged(this.token, new Int32Array(capacity));
    this.machine = enlarged(this.machine, new Int32Array(capacity));
    this.work = enlarged(this.work, new Float64Array(capacity));
    this.since = enlarged(this.since, new Float64Array(capacity));
    this.endsAt = enlarged(this.endsAt, new Float64Array(capacity));
    this.plan = enlarged(this.plan, new Float64Array(capacity));
    this.whole = enlarged(this.whole, new Float64Array(capacity));
    this.duration = enlarged(this.duration, new Float64Array(capacity));
    this.template = enlarged(this.template, new Int32Array(capacity));
    this.serial = enlarged(this.serial, new Float64Array(capacity));
    this.fate = enlarged(this.fate, new Uint8Array(capacity));
    this.generation = enlarged(this.generation, new Int32Array(capacity));
    this.next = enlarged(this.next, new Int32Array(capacity));
    this.#previous = enlarged(this.#previous, new Int32Array(capacity));
    for (let attempt = capacity - 1; attempt >= before; attempt--) this.#free.push(attempt);
  }

  #growSlots(task: TaskSlot): void {
    const newest = new Int32Array(Math.max(256, 2 ** Math.ceil(Math.log2(task + 1)))).fill(NONE);
    newest.set(this.#newest);
    this.#newest = newest;
  }
}

function enlarged<A extends Uint8Array | Int32Array | Float64Array>(from: A, to: A): A {
  to.set(from);
  return to;
}
