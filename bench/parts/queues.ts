/** Event queues in the hold model: take the next event out, schedule another one an exponential time later. */
import { EventQueue, type EventQueueContract } from "../../src/engine/event-queue.ts";
import { Streams } from "../../src/engine/random.ts";
import { HeapJsQueue } from "../peers/heap-js-queue.ts";
import { LadderQueue } from "../peers/ladder-queue.ts";
import type { Group, Part } from "./part.ts";

/** Another queue is one line more. */
const QUEUES: Readonly<Record<string, new () => EventQueueContract>> = {
  "event queue": EventQueue,
  ladder: LadderQueue,
  "heap-js": HeapJsQueue,
};

const BATCH = 10_000;

export const queueGroups: readonly Group[] = Object.entries(QUEUES).map(([name, Queue]) => ({
  name: `queue:${name}`,
  parts: (smoke) =>
    (smoke ? [100, 10_000] : [30, 100, 10_000, 1_000_000]).map((pending) => hold(name, new Queue(), pending)),
}));

function hold(name: string, queue: EventQueueContract, pending: number): Part {
  const random = new Streams(1, 0).stream("hold");
  for (let i = 0; i < pending; i++) queue.schedule(later(0), 0, 0, i, 0);
  return {
    name: `${name}, ${pending.toLocaleString("en")} pending`,
    operations: BATCH,
    run: () => {
      for (let i = 0; i < BATCH; i++) {
        queue.pop();
        queue.schedule(later(queue.at), 0, 0, queue.a, 0);
      }
    },
  };

  function later(now: number): number {
    return now + Math.round(random.exponential() * 1e6);
  }
}
