/** Finds the task that a user means: by the beginning of its id, or by its row in a `--tasks` file. */
import { formatId } from "../../cluster/ids.ts";
import { SilentObserver } from "../../cluster/observers.ts";
import type { TaskSlot } from "../../cluster/ports.ts";
import type { Scheduler } from "../../cluster/scheduler.ts";

const ID_LENGTH = 16;

/** What a user typed. Ids have sixteen characters; a shorter number that does not begin with 0 is a row. */
export type Asked =
  | { readonly kind: "id"; readonly id: string }
  | { readonly kind: "beginning"; readonly id: string }
  | { readonly kind: "row"; readonly row: number }
  | { readonly kind: "refusal"; readonly number: number };

export function parseAsked(text: string): Asked {
  const refusal = /^refused:([1-9]\d{0,14})$/.exec(text);
  if (refusal !== null) return { kind: "refusal", number: Number(refusal[1]) };
  if (/^[1-9]\d{0,14}$/.test(text)) return { kind: "row", row: Number(text) };
  return { kind: text.length >= ID_LENGTH ? "id" : "beginning", id: text };
}

/** Rows are numbered from 1, in the order in which tasks end, and then those that never do. */
export class TaskFinder extends SilentObserver {
  /** Tasks that have the beginning of the id; no more than a few are kept. */
  readonly matches: string[] = [];
  matching = 0;
  rows = 0;
  /** The id in the row asked for. */
  inRow: string | null = null;
  /** The ids on either side of the one asked for, in the order of text and so of time. */
  before: string | null = null;
  after: string | null = null;
  readonly #asked: Asked;
  #scheduler!: Scheduler;

  constructor(asked: Asked) {
    super();
    this.#asked = asked;
  }

  watch(scheduler: Scheduler): this {
    this.#scheduler = scheduler;
    return this;
  }

  override submitted(task: TaskSlot): void {
    if (this.#asked.kind !== "id" && this.#asked.kind !== "beginning") return;
    const id = this.#idOf(task);
    const wanted = this.#asked.id;
    if (id.startsWith(wanted)) {
      this.matching++;
      if (this.matches.length < MATCHES_KEPT) this.matches.push(id);
    } else if (id < wanted) {
      if (this.before === null || id > this.before) this.before = id;
    } else if (this.after === null || id < this.after) this.after = id;
  }

  override ended(task: TaskSlot): void {
    this.#row(task);
  }

  /** The run is over: whatever is still in the table has never ended. */
  leftOver(): void {
    this.#scheduler.tasks.each((task) => this.#row(task));
  }

  #row(task: TaskSlot): void {
    this.rows++;
    if (this.#asked.kind === "row" && this.rows === this.#asked.row) this.inRow = this.#idOf(task);
  }

  #idOf(task: TaskSlot): string {
    const { idTime, idTail } = this.#scheduler.tasks;
    return formatId(idTime[task]!, idTail[task]!);
  }
}

const MATCHES_KEPT = 5;
