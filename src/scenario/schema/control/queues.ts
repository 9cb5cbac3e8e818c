/** How ready tasks come into the queues, how long they stay, and what happens to those that fail. */
import { z } from "zod";
import { NEVER } from "../../../engine/time.ts";
import { duration, positiveDuration, positiveNumber, wholeNumber } from "../quantities.ts";

const BACKOFF_FACTOR = "expected a number, 1 or more";

export const batcher = z
  .strictObject({
    every: duration.prefault("0s").describe("Time between batches; 0s: as soon as something changed"),
    size: wholeNumber(1, 1e9).optional().describe("Largest batch; absent: no limit"),
    full: wholeNumber(1, 1e9)
      .optional()
      .describe("When so many tasks are ready, a batch leaves before its time; absent: never"),
  })
  .transform(({ every, size, full }) => ({
    every,
    size: size ?? Number.POSITIVE_INFINITY,
    full: full ?? Number.POSITIVE_INFINITY,
  }))
  .prefault({})
  .describe("How ready tasks are handed to the queue");

const backoff = z
  .strictObject({
    first: duration.prefault("0s").describe("Wait before the second attempt"),
    factor: positiveNumber.min(1, BACKOFF_FACTOR).prefault(2).describe("Each further wait is longer by this"),
    limit: duration.prefault("1h").describe("No wait is longer"),
  })
  .prefault({});

export const queues = z
  .strictObject({
    backoff: backoff.describe("Waits between attempts of a task"),
    visibility: positiveDuration
      .optional()
      .describe("A delivered task that nobody confirms for so long is delivered again; absent: never"),
    renews: z
      .boolean()
      .prefault(true)
      .describe("The worker's heartbeats keep a delivered task invisible while it runs"),
    maxWait: positiveDuration
      .optional()
      .describe("A task that could not start for so long is given back to its owner; absent: it waits on"),
    executionCap: positiveDuration
      .optional()
      .describe("The cap of tasks that come without one; absent: none, but for the plan's bound"),
    deadlyAfter: wholeNumber(1, 1000)
      .optional()
      .describe("So many machines may die under a task before it is taken for what kills them; absent: any"),
  })
  .transform(({ visibility, maxWait, executionCap, deadlyAfter, ...rest }) => ({
    ...rest,
    visibility: visibility ?? NEVER,
    maxWait: maxWait ?? NEVER,
    executionCap: executionCap ?? NEVER,
    deadlyAfter: deadlyAfter ?? Number.POSITIVE_INFINITY,
  }))
  .prefault({})
  .describe("Waiting, delivering and retrying");
