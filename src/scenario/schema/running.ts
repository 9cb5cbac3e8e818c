/** What happens while a task runs: it saves its progress, or it takes more than it asked for. */
import { z } from "zod";
import { NEVER } from "../../engine/time.ts";
import { duration, positiveDuration, positiveShare, wholeNumber } from "./quantities.ts";

const MORE_THAN_ASKED = "expected a number more than 1";

export const checkpoint = z
  .strictObject({
    every: positiveDuration.optional().describe("Work between two checkpoints"),
    stages: wholeNumber(1, 1000)
      .optional()
      .describe("So many stages of equal length, each saved at its end; only the failed one is repeated"),
    cost: duration.prefault("0s").describe("Time that saving takes when an attempt is paused"),
  })
  .refine(({ every, stages }) => (every === undefined) !== (stages === undefined), {
    error: 'takes either `every` or `stages`, such as { "every": "1m" } or { "stages": 4 }',
  })
  .transform(({ every, stages, cost }) => ({ every: every ?? NEVER, stages: stages ?? 0, cost }))
  .describe("An interrupted attempt goes on from what was saved last; absent: it begins again");

export const overuse = z
  .strictObject({
    chance: positiveShare.describe("Share of the tasks that take more than they asked for"),
    factor: z
      .number({ error: MORE_THAN_ASKED })
      .refine((factor) => factor > 1, { error: MORE_THAN_ASKED })
      .meta({ exclusiveMinimum: 1 })
      .describe("How many times as much they take"),
  })
  .describe("Some tasks take more than they asked for; absent: none does");
