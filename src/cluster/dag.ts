/**
 * Dependencies. A job's tasks come with edges; the submitter sorts them topologically and refuses a cycle. While
 * tasks are in flight their edges stand in one pool of linked lists, from parent to children.
 */
import { KeyedHeap } from "../engine/keyed-heap.ts";
import type { TaskSlot } from "./ports.ts";

/**
 * Kahn's algorithm, smallest position first, so that the order is unique. `parents[i]` are positions that i depends
 * on. Returns null when there is a cycle.
 */
export function topologicalOrder(parents: readonly (readonly number[])[]): number[] | null {
  const pending = parents.map((list) => list.length);
  const children: number[][] = parents.map(() => []);
  parents.forEach((list, child) => {
    for (const parent of list) children[parent]!.push(child);
  });
  const order: number[] = [];
  const ready = new KeyedHeap();
  pending.forEach((count, position) => {
    if (count === 0) ready.push(position, position, position);
  });
  while (ready.size > 0) {
    const next = ready.item;
    ready.pop();
    order.push(next);
    for (const child of children[next]!) {
      if (--pending[child]! === 0) ready.push(child, child, child);
    }
  }
  return order.length === parents.length ? order : null;
}

/** The children of tasks in flight. */
export class Edges {
  #child = new Int32Array(64);
  #next = new Int32Array(64);
  #free = -1;
  #used = 0;

  /** Adds an edge before `first`, the head of a parent's list, and returns the new head. */
  add(first: number, child: TaskSlot): number {
    let edge = this.#free;
    if (edge >= 0) {
      this.#free = this.#next[edge]!;
    } else {
      if (this.#used === this.#child.length) this.#grow();
      edge = this.#used++;
    }
    this.#child[edge] = child;
    this.#next[edge] = first;
    return edge;
  }

  /** The child at the head of a list. */
  child(edge: number): TaskSlot {
    return this.#child[edge]!;
  }

  /** The rest of the list behind an edge, or −1. */
  next(edge: number): number {
    return this.#next[edge]!;
  }

  /** Gives the head back to the pool and returns the rest of the list, or −1. */
  drop(edge: number): number {
    const rest = this.#next[edge]!;
    this.#next[edge] = this.#free;
    this.#free = edge;
    return rest;
  }

  #grow(): void {
    const child = new Int32Array(this.#child.length * 2);
    const next = new Int32Array(child.length);
    child.set(this.#child);
    next.set(this.#next);
    this.#child = child;
    this.#next = next;
  }
}
