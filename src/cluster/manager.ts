/**
 * The cluster manager: knows which submitter nodes are alive and which tasks each of them admitted, and hands a dead
 * node's tasks to the others in turn. Nothing is kept besides the owner's name on each task: whoever leads finds a dead
 * node's tasks by it.
 */
import type { NodeId, TaskSlot } from "./ports.ts";
import type { Submitters } from "./submitters.ts";
import { Status, type TaskTable } from "./tasks.ts";

/** Told of each task that changed hands; its record names the heir already. */
export type HandOver = (task: TaskSlot, heir: NodeId, from: NodeId) => void;

export class ClusterManager {
  readonly #submitters: Submitters;
  readonly #tasks: TaskTable;
  /** The life of each node that the manager knows of. */
  readonly #known: Uint32Array;
  #heir: NodeId = 0;

  constructor(submitters: Submitters, tasks: TaskTable) {
    this.#submitters = submitters;
    this.#tasks = tasks;
    this.#known = submitters.incarnation.slice();
  }

  /**
   * The node is taken for dead, rightly or not. With no other left its tasks keep their owner, and are found under its
   * name when a node comes up. False when it was down already.
   */
  down(node: NodeId, handOver: HandOver): boolean {
    const { up } = this.#submitters;
    if (up[node] === 0) return false;
    up[node] = 0;
    this.#tasks.each((task) => {
      if (this.#tasks.node[task] !== node || this.#hasEnded(task)) return;
      const heir = this.#nextHeir();
      if (heir < 0) return;
      this.#tasks.node[task] = heir;
      handOver(task, heir, node);
    });
    return true;
  }

  /**
   * The node is heard of, after it was down or in a new life whose beginning nobody noticed. Tasks that nobody looks
   * after become its own: those of nodes that are down, and those that it had before. False when it is no news.
   */
  up(node: NodeId, handOver: HandOver): boolean {
    const { up, incarnation, member } = this.#submitters;
    if (member[node] === 0) return false;
    if (up[node] === 1 && incarnation[node] === this.#known[node]) return false;
    this.#known[node] = incarnation[node]!;
    this.#tasks.each((task) => {
      const owner = this.#tasks.node[task]!;
      if ((owner !== node && up[owner] === 1) || this.#hasEnded(task)) return;
      this.#tasks.node[task] = node;
      handOver(task, node, owner);
    });
    up[node] = 1;
    return true;
  }

  /** Its slot is kept for its parents' sake; there is nothing left to look after. */
  #hasEnded(task: TaskSlot): boolean {
    return this.#tasks.status[task]! >= Status.done;
  }

  /** A turn of its own: how many tasks are handed over must not decide which node serves the next submission. */
  #nextHeir(): NodeId {
    for (let tried = 0; tried < this.#submitters.count; tried++) {
      this.#heir = (this.#heir + 1) % this.#submitters.count;
      if (this.#submitters.up[this.#heir] === 1) return this.#heir;
    }
    return -1;
  }
}
