/**
 * The cluster manager: knows which submitter nodes are alive and which tasks each of them admitted, and hands a dead
 * node's tasks to the others in turn.
 */
import type { NodeId, Submitters } from "./submitters.ts";
import type { TaskTable } from "./tasks.ts";

export class ClusterManager {
  readonly #submitters: Submitters;
  readonly #tasks: TaskTable;
  #heir: NodeId = 0;

  constructor(submitters: Submitters, tasks: TaskTable) {
    this.#submitters = submitters;
    this.#tasks = tasks;
  }

  /** False when the node was down already. */
  down(node: NodeId): boolean {
    if (this.#submitters.up[node] === 0) return false;
    this.#submitters.up[node] = 0;
    this.#tasks.each((task) => {
      if (this.#tasks.node[task] !== node) return;
      const heir = this.#nextHeir();
      // With no node left the tasks keep their owner, and are found under its name when it returns.
      if (heir >= 0) this.#tasks.node[task] = heir;
    });
    return true;
  }

  up(node: NodeId): boolean {
    if (this.#submitters.up[node] === 1) return false;
    this.#submitters.up[node] = 1;
    return true;
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
