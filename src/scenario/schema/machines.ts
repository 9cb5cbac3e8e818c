/** Machines and the tiers that tasks choose from instead of spelling out a vector. */
import { z } from "zod";
import { name } from "./names.ts";
import { count, plainNumber, positiveNumber } from "./quantities.ts";
import { resourceFields, taskVector, toVector } from "./resources.ts";

export const machine = z
  .strictObject({
    name: name.describe("Unique; with a count above 1 the machines are called name-1, name-2, …"),
    count: count.prefault(1).describe("How many machines of this kind"),
    datacenter: name.prefault("default").describe("Where they stand; faults can strike a whole datacenter"),
    ...resourceFields,
    speed: positiveNumber.prefault(1).describe("1 is nominal; a task of 10s takes 5s at speed 2"),
    cost: plainNumber.prefault(0).describe("For each hour that one of them is up"),
  })
  .refine((machine) => machine.cpu !== 0, { path: ["cpu"], error: "a machine needs more than 0 cores" })
  .transform(({ name, count, datacenter, speed, cost, ...fields }) => ({
    name,
    count,
    datacenter,
    speed,
    cost,
    capacity: toVector(fields, Number.POSITIVE_INFINITY),
  }))
  .meta({
    id: "Machine",
    description: "A kind of machine. A resource that is left out is not limited",
  });

export type MachineEntry = z.output<typeof machine>;

export const tiers = z
  .record(name, taskVector)
  .describe(
    "Vectors by name. Built in are basic (0.5 cpu, 512MiB), regular (1 cpu, 2GiB) and premium (4 cpu, 16GiB)",
  );

/** What every scenario may name without saying it; a tier of the same name in the file replaces it. */
export const BUILT_IN_TIERS = {
  basic: { cpu: 0.5, memory: "512MiB" },
  regular: { cpu: 1, memory: "2GiB" },
  premium: { cpu: 4, memory: "16GiB" },
} as const;
