/**
 * The resource vector as fields of the file format. Tasks, tiers and machines share the fields and differ in what
 * a missing one means: nothing asked for, or nothing said and hence no limit.
 */
import { z } from "zod";
import { MILLICORES, RESOURCES, type Vector } from "../../cluster/resources.ts";
import { network, size, wholeNumber } from "./quantities.ts";

const CORES = "expected a number of cores in thousandths, such as 4, 0.5 or 0.001";

/** In thousandths of a core. */
const cores = z
  .number({ error: CORES })
  .refine((n) => n >= 0 && n <= 1e9 && Math.abs(n * MILLICORES - Math.round(n * MILLICORES)) < 1e-6, {
    error: CORES,
  })
  .meta({ minimum: 0 })
  .transform((n) => Math.round(n * MILLICORES));

export const resourceFields = {
  cpu: cores.optional().describe("Cores; a fraction such as 0.5 is fine"),
  memory: size.optional().describe("Memory, such as 2GiB"),
  disk: size.optional().describe("Disk space, such as 100GB"),
  iops: wholeNumber(0, 1e12).optional().describe("Disk operations per second"),
  network: network.optional().describe("Network speed, such as 1Gbit/s"),
  ports: wholeNumber(0, 65_536).optional().describe("Network ports"),
};

export const taskVector = z
  .strictObject(resourceFields)
  .transform((fields) => toVector(fields, 0))
  .meta({ id: "Resources", description: "What a task takes; what is left out it does not need" });

export interface ResourceFields {
  readonly cpu?: number | undefined;
  readonly memory?: number | undefined;
  readonly disk?: number | undefined;
  readonly iops?: number | undefined;
  readonly network?: number | undefined;
  readonly ports?: number | undefined;
}

export function toVector(fields: ResourceFields, missing: number): Vector {
  return RESOURCES.map((resource) => fields[resource] ?? missing);
}
