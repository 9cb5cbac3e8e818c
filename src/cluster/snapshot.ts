/**
 * All that a scheduler knows of its tasks and its cluster, as one canonical text: two schedulers that were told the
 * same have the same, byte for byte. Memory, store and replayed journal are compared by it.
 */
import { Digest } from "../engine/digest.ts";
import type { Scheduler } from "./scheduler.ts";
import type { TaskTable } from "./tasks.ts";

/** A line a task in flight, by slot, then lines for machines, nodes and the scheduler as a whole. */
export function snapshot(scheduler: Scheduler): string {
  const { tasks, fleet, life, dispatcher, members, intake } = scheduler;
  const lines: string[] = [];
  tasks.each((task) => {
    lines.push(`task ${task}: ${COLUMNS.map((column) => tasks[column][task]!).join(" ")}`);
  });
  for (const { task, token, machine, shape } of life.fenced.values())
    lines.push(`fenced ${task} ${token} ${machine} ${shape}`);
  lines.push(
    `up ${fleet.up.join("")} booting ${fleet.booting.join("")} price ${fleet.price}`,
    ...fleet.free.map((free, dimension) => `free ${dimension}: ${hashed(free)}`),
    `silent ${silentOf(members.machines, fleet.count)} ${silentOf(members.submitters, intake.submitters.count)}`,
    `submitters ${intake.submitters.up.join("")} ${intake.submitters.alive.join("")} ${intake.submitters.incarnation.join(" ")}`,
    `keys ${intake.keys.size} term ${members.term} duplicates ${scheduler.duplicates}`,
    `backlog ${dispatcher.backlog} queued ${dispatcher.queued} peak ${scheduler.peak}`,
    `now ${scheduler.now} digest ${scheduler.digest.hex()}`,
  );
  return lines.join("\n");
}

type Column = {
  [Name in keyof TaskTable]: TaskTable[Name] extends { readonly BYTES_PER_ELEMENT: number } ? Name : never;
}[keyof TaskTable];

const COLUMNS: readonly Column[] = [
  "status",
  "template",
  "tenant",
  "node",
  "idTime",
  "idTail",
  "submittedAt",
  "firstStartedAt",
  "startedAt",
  "starts",
  "failures",
  "losses",
  "progress",
  "served",
  "forwarded",
  "confirmed",
  "token",
  "machine",
  "avoids",
  "lane",
  "ticket",
  "timer",
  "secondTimer",
  "stopReason",
  "pendingParents",
  "period",
  "firstChild",
];

/** Thousands of machines in one word; amounts are whole numbers, or unlimited. */
function hashed(amounts: Float64Array): string {
  const digest = new Digest();
  amounts.forEach((amount, machine) => {
    digest.mix(machine, amount | 0, (amount / 4294967296) | 0);
  });
  return digest.hex();
}

function silentOf(detector: Scheduler["members"]["machines"], members: number): string {
  const deadlines: string[] = [];
  for (let member = 0; member < members; member++) {
    const deadline = detector.deadline(member);
    if (Number.isFinite(deadline)) deadlines.push(`${member}:${deadline}`);
  }
  return deadlines.join(",");
}
