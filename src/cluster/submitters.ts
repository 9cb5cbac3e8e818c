/**
 * The submitter nodes: they take turns at admitting tasks and give each its unique id. A task remembers the node
 * that admitted it, so that the cluster manager can hand a dead node's tasks to another.
 */
import { IdGenerator } from "./ids.ts";

export type NodeId = number;

export class Submitters {
  readonly count: number;
  readonly up: Uint8Array;
  readonly #ids: IdGenerator[];
  #turn = 0;

  constructor(count: number) {
    this.count = count;
    this.up = new Uint8Array(count).fill(1);
    this.#ids = Array.from({ length: count }, (_, node) => new IdGenerator(node));
  }

  /** The node that serves the next submission, or −1 when all are down. */
  next(): NodeId {
    for (let tried = 0; tried < this.count; tried++) {
      const node = this.#turn;
      this.#turn = node + 1 === this.count ? 0 : node + 1;
      if (this.up[node] === 1) return node;
    }
    return -1;
  }

  get anyUp(): boolean {
    return this.up.includes(1);
  }

  ids(node: NodeId): IdGenerator {
    return this.#ids[node]!;
  }
}
