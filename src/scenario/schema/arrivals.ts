/**
 * When jobs arrive: the eight processes as the file writes them, turned into gaps in ticks. A process that could
 * never let time pass (all gaps 0) is refused here, because a run of it would never end.
 */
import { z } from "zod";
import type { ArrivalSpec } from "../../engine/arrivals.ts";
import type { ClosedArrivals } from "../model.ts";
import { durationDistribution, minUpToMax, numberDistribution } from "./distributions.ts";
import { duration, plainNumber, positiveDuration, positiveRate, rate, wholeNumber } from "./quantities.ts";

const poisson = z
  .strictObject({ process: z.literal("poisson"), rate: positiveRate.describe("Mean arrivals per time") })
  .describe("Independent arrivals at a steady rate")
  .transform(({ process, rate }): ArrivalSpec => ({ process, gap: rate }));

const fixed = z
  .strictObject({
    process: z.literal("fixed"),
    rate: positiveRate.optional().describe("Arrivals per time; or give `every`"),
    every: positiveDuration.optional().describe("Time from one arrival to the next; or give `rate`"),
    offset: duration.optional().describe("Time of the first arrival"),
  })
  .describe("Like clockwork")
  .transform(({ process, rate, every, offset }, context): ArrivalSpec => {
    const gap = every ?? rate;
    if (gap === undefined || (every !== undefined && rate !== undefined)) {
      context.issues.push({ code: "custom", input: rate, message: "takes either rate or every" });
      return z.NEVER;
    }
    return offset === undefined ? { process, gap } : { process, gap, offset };
  });

const uniform = z
  .strictObject({
    process: z.literal("uniform"),
    min: duration.describe("Shortest time from one arrival to the next"),
    max: positiveDuration.describe("Longest time from one arrival to the next"),
  })
  .describe("Every gap between min and max alike")
  .superRefine(minUpToMax)
  .transform(({ process, min, max }): ArrivalSpec => ({ process, low: min, high: max }));

const batch = z
  .strictObject({
    process: z.literal("batch"),
    rate: positiveRate.describe("Mean batches per time"),
    size: numberDistribution.describe("Jobs in a batch: a number, or a distribution of numbers"),
  })
  .describe("Several jobs at one instant; the batches arrive as a Poisson process")
  .transform(({ process, rate, size }): ArrivalSpec => ({ process, gap: rate, size }));

const mmppState = z.strictObject({
  rate: rate.describe("Arrivals per time while in this state; 0 for silence"),
  stay: positiveDuration.describe("Mean time in this state"),
});

const mmpp = z
  .strictObject({
    process: z.literal("mmpp"),
    states: z
      .array(mmppState)
      .refine((states) => states.some((state) => Number.isFinite(state.rate)), {
        error: "needs at least one state with a rate of more than 0",
      })
      .describe("Visited in turn, each for an exponential time"),
  })
  .describe("Bursts: a Poisson process whose rate switches between states")
  .transform(
    ({ process, states }): ArrivalSpec => ({
      process,
      states: states.map(({ rate, stay }) => ({ gap: rate, stay })),
    }),
  );

const PROFILE = "expected 24 numbers, one for each hour from the start of the run, not all of them 0";

const diurnal = z
  .strictObject({
    process: z.literal("diurnal"),
    rate: positiveRate.describe("The day's mean rate; the profile says how it is spread over the hours"),
    profile: z
      .array(plainNumber, { error: PROFILE })
      .refine((hours) => hours.length === 24 && hours.some((hour) => hour > 0), { error: PROFILE })
      .meta({ minItems: 24, maxItems: 24 })
      .describe("Relative load of each hour of the day; only the proportions count"),
  })
  .describe("A rate that follows the hours of the day")
  .transform(({ process, rate, profile }): ArrivalSpec => {
    const mean = profile.reduce((sum, hour) => sum + hour, 0) / profile.length;
    return { process, gap: rate, profile: profile.map((hour) => hour / mean) };
  });

const closed = z
  .strictObject({
    process: z.literal("closed"),
    clients: wholeNumber(1, 1_000_000).describe("How many clients submit, each one job at a time"),
    think: durationDistribution.describe("Time from the end of a client's job to its next one"),
  })
  .describe("Clients that wait for their job to end before the next one")
  .transform((spec): ClosedArrivals => spec);

const trace = z
  .strictObject({
    process: z.literal("trace"),
    times: z
      .array(duration)
      .min(1, "needs at least one time")
      .refine((times) => times.every((time, i) => i === 0 || times[i - 1]! <= time), {
        error: "the times must not go backwards",
      })
      .describe("When jobs arrive, counted from the start of the run, in order"),
  })
  .describe("At given times")
  .transform((spec): ArrivalSpec => spec);

export const arrivals = z
  .discriminatedUnion("process", [poisson, fixed, uniform, batch, mmpp, diurnal, closed, trace], {
    // Typed by zod as if a union were the only thing that can go wrong here; what is no object at all comes too.
    error: (issue) =>
      (issue.code as string) === "invalid_type"
        ? 'expected an object such as { "process": "poisson", "rate": "90/s" }'
        : undefined,
  })
  .meta({ id: "Arrivals", description: "When jobs of this class arrive" });
