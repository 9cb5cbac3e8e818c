/** S7. Ids of a node grow from life to life; in a run that is not too long, all of them are compared as text. */
import { formatId } from "../../cluster/ids.ts";
import type { TaskSlot } from "../../cluster/ports.ts";
import { type Checker, Invariant } from "./checker.ts";

/** What an id has room for: a rounded number would be a duplicate. */
const MOST_TIME = 2 ** 42;
const SEQUENCES = 2 ** 22;
/** So many ids are kept. Later ones are unique because those of a node grow and carry its number. */
const MOST_KEPT = 10_000;

export class UniqueIds extends Invariant implements Checker {
  readonly invariant = "S7";
  readonly holds = "ids are unique across restarts, skew and nodes, and never lose digits";
  readonly #ids = new Set<string>();
  /** By node: its last id. */
  readonly #time: number[] = [];
  readonly #tail: number[] = [];

  submitted(task: TaskSlot): void {
    const { tasks } = this.scheduler;
    const time = tasks.idTime[task]!;
    const tail = tasks.idTail[task]!;
    const node = tasks.node[task]!;
    if (!Number.isSafeInteger(time) || time >= MOST_TIME || !Number.isSafeInteger(tail))
      this.fail(`the id of ${this.task(task)} has more digits than an id keeps`);
    if (Math.floor(tail / SEQUENCES) !== node)
      this.fail(`the id of ${this.task(task)} names another node than ${node}, which issued it`);
    const before = this.#time[node] ?? -1;
    if (time < before || (time === before && tail <= this.#tail[node]!))
      this.fail(`submitter ${node + 1} gives ${this.task(task)} an id that is not above its last one`);
    this.#time[node] = time;
    this.#tail[node] = tail;
    if (this.#ids.size >= MOST_KEPT) return;
    const id = formatId(time, tail);
    if (this.#ids.has(id)) this.fail(`the id of ${this.task(task)} was issued before`);
    this.#ids.add(id);
  }
}
