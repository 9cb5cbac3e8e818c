/**
 * The scenario file format as a whole. It is public: what stands here is what users write, what editors complete
 * through the JSON Schema, and what an old file relies on.
 */
import { z } from "zod";
import { control } from "./schema/control.ts";
import { fault } from "./schema/faults.ts";
import { machine, tiers } from "./schema/machines.ts";
import { name } from "./schema/names.ts";
import { duration, positiveDuration, wholeNumber } from "./schema/quantities.ts";
import { plans, tenant } from "./schema/tenants.ts";

const MOST_TASKS = 1e15;
const POLICY = 'expected the name of a policy, or an object such as { "name": "top-k", "k": 10 }';

const stop = z
  .strictObject({
    time: positiveDuration.optional().describe("Nothing is submitted after this"),
    tasks: wholeNumber(1, MOST_TASKS).optional().describe("So many tasks are submitted"),
  })
  .refine((stop) => stop.time !== undefined || stop.tasks !== undefined, {
    error: 'needs `time` or `tasks`, such as { "time": "1h" }',
  })
  .describe("When submitting ends, whichever comes first; then the system drains");

const warmup = z
  .strictObject({
    time: duration.optional().describe("What is submitted before this is left out"),
    tasks: wholeNumber(0, MOST_TASKS).optional().describe("The first so many tasks are left out"),
  })
  .describe("What the statistics leave out, whichever ends first");

const policy = z
  .union([name, z.looseObject({ name: name.describe("Name of the policy") })], { error: POLICY })
  .prefault("fifo")
  .transform((policy) => {
    if (typeof policy === "string") return { name: policy, parameters: {} };
    const { name, ...parameters } = policy;
    return { name, parameters };
  })
  .describe("The name of a policy or of its file, or an object with its name and parameters");

const start = z.iso
  .datetime({ error: 'expected a date and time in UTC such as "2026-01-01T00:00:00Z"' })
  .prefault("2026-01-01T00:00:00Z")
  .transform((text) => Date.parse(text))
  .describe("The date and time (UTC) at which the run begins");

export const scenarioFile = z.strictObject({
  $schema: z.string().optional().describe("Address of this schema, for editors"),
  name: name.describe("Name of the scenario"),
  description: z.string().prefault("").describe("What it teaches, in a sentence"),
  seed: wholeNumber(0, Number.MAX_SAFE_INTEGER)
    .prefault(1)
    .describe("Everything drawn at random follows from it"),
  start,
  stop,
  warmup: warmup.optional(),
  plans: plans.prefault({}),
  tiers: tiers.prefault({}),
  tenants: z.array(tenant).min(1, "needs at least one tenant").describe("Who submits what"),
  machines: z.array(machine).min(1, "needs at least one machine").describe("Where tasks run"),
  policy,
  control,
  isolation: z
    .boolean()
    .prefault(true)
    .describe("A task that takes more than it asked for slows down nobody but itself"),
  faults: z.array(fault).prefault([]).describe("What breaks"),
});

/** A scenario file of the right shape: defaults filled in, units read, names not yet looked up. */
export type ScenarioFile = z.output<typeof scenarioFile>;
