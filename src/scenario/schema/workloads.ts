/** What a tenant submits: one class of task, when its jobs arrive, and how the tasks of a job depend on each other. */
import { z } from "zod";
import { arrivals } from "./arrivals.ts";
import { durationDistribution } from "./distributions.ts";
import { name } from "./names.ts";
import { duration, positiveDuration, share, wholeNumber } from "./quantities.ts";
import { taskVector } from "./resources.ts";
import { checkpoint, overuse } from "./running.ts";

/** A job with more tasks is a mistake in the file rather than a workload. */
export const MOST_TASKS_IN_A_JOB = 10_000;

const few = wholeNumber(1, MOST_TASKS_IN_A_JOB);

const shape = z
  .discriminatedUnion("shape", [
    z
      .strictObject({ shape: z.literal("chain"), tasks: few.describe("How many, one after the other") })
      .describe("Each task waits for the one before it"),
    z
      .strictObject({ shape: z.literal("fork-join"), width: few.describe("How many in the middle") })
      .describe("One task, then `width` tasks at once, then one"),
    z
      .strictObject({
        shape: z.literal("layers"),
        layers: few.describe("How many layers"),
        width: few.describe("Tasks in each layer"),
      })
      .describe("Each task waits for all of the layer before it"),
  ])
  .meta({ id: "Shape" });

const dependsOn = z
  .union([z.array(name).min(1, "needs at least one class"), shape], {
    error:
      'expected a list of classes such as ["split"], or a shape such as { "shape": "chain", "tasks": 3 }',
  })
  .describe(
    "Classes whose tasks of the same job must end first (then there are no arrivals of its own); or the shape of each job",
  );

const resources = z
  .union([name, taskVector], { error: 'expected the name of a tier, or a vector such as { "cpu": 1 }' })
  .prefault({ cpu: 1 })
  .describe("The name of a tier, or what one task takes");

export const workload = z
  .strictObject({
    class: name.describe("Name of this kind of task, unique for the tenant"),
    arrivals: arrivals.optional(),
    duration: durationDistribution.describe("How long a task runs on a machine of speed 1"),
    resources,
    delayTolerance: duration
      .optional()
      .describe("Longest acceptable wait until the start; 0s is urgent, absent: unlimited"),
    executionCap: positiveDuration.optional().describe("An attempt that runs longer is stopped"),
    attempts: wholeNumber(1, 1000).prefault(1).describe("How often a task may be tried in all"),
    failure: share.prefault(0).describe("Chance that an attempt fails at its end"),
    schedule: z
      .enum(["once", "daily", "weekly", "monthly", "annually"])
      .prefault("once")
      .describe("How often a task is repeated; with anything but once, `at` takes the place of arrivals"),
    at: duration.optional().describe("First run of a repeated task, counted from the start; default 0s"),
    timeZone: z
      .string({ error: 'expected the name of a time zone such as "Europe/Berlin"' })
      .optional()
      .describe("On whose clocks a repeated task keeps the time of its first run; default UTC")
      .meta({ examples: ["UTC", "Europe/Berlin", "America/New_York"] }),
    missed: z
      .enum(["all", "last", "skip"])
      .optional()
      .describe(
        "Which periods that passed while nobody could submit them still get a run: all (default), the last, none",
      ),
    dependsOn: dependsOn.optional(),
    copies: few.prefault(1).describe("Tasks of this class in each job"),
    idempotent: z.boolean().prefault(true).describe("Running it twice does no harm"),
    offPeak: z.boolean().prefault(false).describe("May wait until the cluster is off its peak"),
    estimate: positiveDuration
      .optional()
      .describe("How long its owner says it runs; only policies look at it"),
    onParentFailure: z
      .enum(["cancel", "run"])
      .prefault("cancel")
      .describe("What becomes of a task when one that it depends on did not end well"),
    checkpoint: checkpoint.optional(),
    overuse: overuse.optional(),
    script: z.string().min(1, "must not be empty").optional().describe("The program to run live"),
  })
  .meta({ id: "Workload", description: "A kind of task and when it is submitted" });

export type WorkloadEntry = z.output<typeof workload>;
