/**
 * The eleven distributions as the file writes them, turned into the engine's parameters. They serve durations
 * (in ticks) and plain numbers such as the size of a batch alike, so each is made for one kind of amount.
 */
import { z } from "zod";
import type { DistributionSpec } from "../../engine/distributions.ts";
import { balancedBranches, lognormalFromMedian, weibullScale } from "../moments.ts";
import { DURATION } from "../units.ts";
import { duration, plainNumber, positiveDuration, positiveNumber, share, wholeNumber } from "./quantities.ts";

const HYPER_CV = "the cv of a hyperexponential is from 1 to 1000";

/** A batch of more would fill the memory before the run began. */
const upToAMillion = plainNumber.max(1e6, "must be at most 1,000,000");

/** How long something takes. */
export const durationDistribution = shorthandOr(
  "DurationDistribution",
  duration,
  distributionOf("duration", duration, positiveDuration),
  `expected ${DURATION}, or an object such as { "dist": "exponential", "mean": "1s" }`,
).describe("A duration, or a distribution of durations");

/** How many of something. */
export const numberDistribution = shorthandOr(
  "NumberDistribution",
  upToAMillion,
  distributionOf("number", upToAMillion, upToAMillion.positive("must be more than 0")),
  'expected a number, or an object such as { "dist": "uniform", "min": 1, "max": 9 }',
).describe("A number, or a distribution of numbers");

/** Shared with uniform arrivals. */
export function minUpToMax(range: { min: number; max: number }, context: z.core.$RefinementCtx): void {
  if (range.min > range.max) {
    context.addIssue({ code: "custom", path: ["max"], message: "must not be less than min" });
  }
}

type Amount = z.ZodType<number, string | number>;

function shorthandOr(id: string, value: Amount, full: z.ZodType<DistributionSpec>, error: string) {
  const constant = value.transform((value): DistributionSpec => ({ dist: "constant", value }));
  return z.union([constant, full], { error }).meta({ id });
}

function distributionOf(noun: string, value: Amount, mean: Amount) {
  const shape = positiveNumber.describe("Shape: the smaller, the more it varies");
  return z.discriminatedUnion("dist", [
    z
      .strictObject({ dist: z.literal("constant"), value: value.describe(`The ${noun}, always`) })
      .transform((d): DistributionSpec => d),
    z
      .strictObject({ dist: z.literal("exponential"), mean })
      .describe("Memoryless: many short, few long (cv 1)")
      .transform((d): DistributionSpec => d),
    z
      .strictObject({ dist: z.literal("uniform"), min: value, max: value })
      .describe("Every value between min and max alike")
      .superRefine(minUpToMax)
      .transform(({ dist, min, max }): DistributionSpec => ({ dist, low: min, high: max })),
    z
      .strictObject({
        dist: z.literal("erlang"),
        mean,
        stages: wholeNumber(1, 1000).describe("How many exponential stages; the more, the less it varies"),
      })
      .transform((d): DistributionSpec => d),
    z.strictObject({ dist: z.literal("gamma"), mean, shape }).transform((d): DistributionSpec => d),
    lognormal(mean),
    weibull(mean, shape),
    z
      .strictObject({ dist: z.literal("pareto"), min: mean, shape })
      .describe("A heavy tail; with a shape of 1 or less even the mean is infinite")
      .transform(({ dist, min, shape }): DistributionSpec => ({ dist, minimum: min, shape })),
    z
      .strictObject({ dist: z.literal("bounded-pareto"), min: mean, max: mean, shape })
      .describe("A heavy tail, cut off at max")
      .refine(({ min, max }) => min < max, { path: ["max"], error: "must be more than min" })
      .transform(
        ({ dist, min, max, shape }): DistributionSpec => ({ dist, minimum: min, maximum: max, shape }),
      ),
    hyperexponential(mean),
    empirical(value),
  ]);
}

function lognormal(mean: Amount) {
  return z
    .strictObject({
      dist: z.literal("lognormal"),
      mean: mean.optional(),
      cv: positiveNumber.optional().describe("Coefficient of variation: standard deviation / mean"),
      median: mean.optional(),
      sigma: positiveNumber
        .max(10, "expected a number more than 0, at most 10")
        .optional()
        .describe("Standard deviation of the logarithm"),
    })
    .describe("Skewed like most job durations; by mean and cv, or by median and sigma")
    .transform((d, context): DistributionSpec => {
      const { dist, mean, cv, median, sigma } = d;
      const byMean = mean !== undefined && cv !== undefined && median === undefined && sigma === undefined;
      const byMedian = median !== undefined && sigma !== undefined && mean === undefined && cv === undefined;
      if (byMean) return { dist, mean, cv };
      if (byMedian) return { dist, ...lognormalFromMedian(median, sigma) };
      return refuse(context, "a lognormal takes mean and cv, or median and sigma");
    });
}

function weibull(mean: Amount, shape: z.ZodType<number>) {
  return z
    .strictObject({ dist: z.literal("weibull"), shape, mean: mean.optional(), scale: mean.optional() })
    .describe("By shape, and either mean or scale")
    .transform(({ dist, shape, mean, scale }, context): DistributionSpec => {
      if ((mean === undefined) === (scale === undefined)) {
        return refuse(context, "a weibull takes a shape, and either mean or scale");
      }
      const resolved = scale ?? weibullScale(mean!, shape);
      if (resolved > 0) return { dist, scale: resolved, shape };
      return refuse(context, "the shape is too small to give this mean");
    });
}

function hyperexponential(mean: Amount) {
  const branch = z.strictObject({ share: share.describe("How often this branch is taken"), mean });
  return z
    .strictObject({
      dist: z.literal("hyperexponential"),
      branches: z.array(branch).min(1, "needs at least one branch").optional(),
      mean: mean.optional(),
      cv: z.number().min(1, HYPER_CV).max(1000, HYPER_CV).optional(),
    })
    .describe("Exponentials mixed; by branches, or by mean and cv (two branches with balanced means)")
    .transform(({ dist, branches, mean, cv }, context): DistributionSpec => {
      if (branches !== undefined && mean === undefined && cv === undefined) {
        const sum = branches.reduce((total, { share }) => total + share, 0);
        if (Math.abs(sum - 1) <= 1e-9) return { dist, branches };
        return refuse(context, `the shares of the branches must add up to 1, not ${sum}`, ["branches"]);
      }
      if (branches === undefined && mean !== undefined && cv !== undefined) {
        return { dist, branches: balancedBranches(mean, cv) };
      }
      return refuse(context, "a hyperexponential takes branches, or mean and cv");
    });
}

function empirical(value: Amount) {
  return z
    .strictObject({
      dist: z.literal("empirical"),
      values: z.array(value).min(1, "needs at least one value"),
      weights: z.array(plainNumber).optional().describe("How often each value is drawn; absent: all alike"),
    })
    .describe("Drawn from measured values")
    .transform(({ dist, values, weights }, context): DistributionSpec => {
      if (weights === undefined) return { dist, values };
      if (weights.length !== values.length) {
        return refuse(context, `needs one weight for each of the ${values.length} values`, ["weights"]);
      }
      if (weights.some((weight) => weight > 0)) return { dist, values, weights };
      return refuse(context, "at least one weight must be more than 0", ["weights"]);
    });
}

type Context = z.core.ParsePayload<unknown>;

function refuse(context: Context, message: string, path: string[] = []): never {
  context.issues.push({ code: "custom", input: context.value, message, path });
  return z.NEVER;
}
