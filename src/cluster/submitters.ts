/**
 * The submitter nodes: they take turns at admitting tasks and give each its unique id, by a clock of their own that may
 * be wrong. A task remembers the node that admitted it, so that the cluster manager can hand a dead node's tasks to
 * another. Whether a node is alive and whether it is believed to be are two things: between a crash and its discovery
 * it still gets its turns.
 */
import type { Tick } from "../engine/time.ts";
import { IdGenerator } from "./ids.ts";
import type { NodeId } from "./ports.ts";

export type { NodeId } from "./ports.ts";

export class Submitters {
  readonly count: number;
  /** As the cluster manager believes; it alone changes it. */
  readonly up: Uint8Array;
  /** As it is. */
  readonly alive: Uint8Array;
  /** 0 for one that has left and may not come back unless it joins. */
  readonly member: Uint8Array;
  /** Which life of the node this is: a restart under the same name is another node to whoever remembers the first. */
  readonly incarnation: Uint32Array;
  readonly #ids: IdGenerator[];
  readonly #epoch: number;
  /** The latest id time that is known to be stored, in milliseconds. */
  readonly #storedTime: Float64Array;
  /** How far the clock is off at `#since`, and how much it loses or gains with each tick from then on. */
  readonly #offset: Float64Array;
  readonly #gain: Float64Array;
  readonly #since: Float64Array;
  #turn = 0;

  /** `epoch`: wall-clock milliseconds since 1970 at tick 0. */
  constructor(count: number, epoch: number) {
    this.count = count;
    this.up = new Uint8Array(count).fill(1);
    this.alive = new Uint8Array(count).fill(1);
    this.member = new Uint8Array(count).fill(1);
    this.incarnation = new Uint32Array(count).fill(1);
    this.#ids = Array.from({ length: count }, (_, node) => new IdGenerator(node));
    this.#epoch = epoch;
    this.#storedTime = new Float64Array(count);
    this.#offset = new Float64Array(count);
    this.#gain = new Float64Array(count);
    this.#since = new Float64Array(count);
  }

  /** The node that serves the next submission, or −1 when all are believed down. */
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

  /** A new id by the node's own clock; it is read from the generator. */
  issue(now: Tick, node: NodeId): IdGenerator {
    const ids = this.#ids[node]!;
    ids.issue(this.#epoch + Math.floor(this.clock(now, node) / 1000));
    return ids;
  }

  /** What the node takes the time to be, in ticks. */
  clock(now: Tick, node: NodeId): Tick {
    return now + this.#offset[node]! + this.#gain[node]! * (now - this.#since[node]!);
  }

  /** A task with this id time is durable: no later life of the node may issue it again. */
  stored(node: NodeId, idTime: number): void {
    if (idTime > this.#storedTime[node]!) this.#storedTime[node] = idTime;
  }

  /** The node's clock jumps, forward or back. */
  stepClock(node: NodeId, ticks: Tick): void {
    this.#offset[node]! += ticks;
  }

  /** From now on the node's clock runs `factor` times as fast as time does. What it is off by already, it stays off by. */
  drift(node: NodeId, factor: number, from: Tick): void {
    this.#offset[node] = this.clock(from, node) - from;
    this.#gain[node] = factor - 1;
    this.#since[node] = from;
  }

  /** The node dies, unnoticed for now. False when it was dead already. */
  crash(node: NodeId): boolean {
    if (this.alive[node] === 0) return false;
    this.alive[node] = 0;
    return true;
  }

  /** The node lives again and remembers nothing. It is believed down, or up, until the manager hears of it. */
  restart(node: NodeId): boolean {
    if (this.alive[node] === 1 || this.member[node] === 0) return false;
    this.#begin(node);
    return true;
  }

  /** The node says goodbye. A message that it sent before does not bring it back. */
  leave(node: NodeId): boolean {
    if (this.member[node] === 0) return false;
    this.member[node] = 0;
    this.alive[node] = 0;
    return true;
  }

  /** A node joins under the number of one that left. */
  join(node: NodeId): boolean {
    if (this.member[node] === 1) return false;
    this.member[node] = 1;
    this.#begin(node);
    return true;
  }

  #begin(node: NodeId): void {
    this.alive[node] = 1;
    this.incarnation[node]!++;
    const ids = new IdGenerator(node);
    ids.resume(this.#storedTime[node]!);
    this.#ids[node] = ids;
  }
}
