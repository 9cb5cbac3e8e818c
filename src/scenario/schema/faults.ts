/** What breaks, when, and for how long. Whom a kind strikes and which number it takes is in the table FAULTS. */
import { z } from "zod";
import { FAULTS, type FaultKind, type FaultNumber, type FaultTraits } from "../model.ts";
import { readShare } from "../units.ts";
import { durationDistribution } from "./distributions.ts";
import { name } from "./names.ts";
import { duration, positiveNumber, positiveShare, signedDuration } from "./quantities.ts";

const STRUCK = 'expected a whole number, 1 or more, a share of the targets such as "10%", or "all"';

const KINDS = Object.keys(FAULTS) as FaultKind[];

/** The kinds that take this number. */
export function kindsWith(number: FaultNumber): FaultKind[] {
  return KINDS.filter((kind) => (FAULTS[kind] as FaultTraits).number === number);
}

/** How many of the targets are struck: so many, or such a share of them. */
type Struck = { readonly number: number } | { readonly share: number };

const struck = z
  .union([z.number().meta({ type: "integer", minimum: 1 }), z.string().meta({ examples: ["all", "10%"] })], {
    error: STRUCK,
  })
  .transform((written, context): Struck => {
    if (written === "all") return { share: 1 };
    if (typeof written === "number" && Number.isInteger(written) && written >= 1) return { number: written };
    const share = typeof written === "string" ? readShare(written) : { ok: false as const };
    if (share.ok && share.value > 0) return { share: share.value };
    context.issues.push({ code: "custom", input: written, message: STRUCK });
    return z.NEVER;
  });

export const fault = z
  .strictObject({
    kind: z.enum(KINDS).describe("What happens"),
    target: name
      .optional()
      .describe(
        'A machine, a kind of machine, "datacenter:<name>", "submitter-<n>", "limiter-<n>", "manager-<n>", or a class; absent: any',
      ),
    count: struck
      .optional()
      .describe(
        'How many of the targets each time: a number, "10%" of them, or "all"; default 1. A class is struck as a whole',
      ),
    at: duration.optional().describe("The first time; absent: after a first gap of `every`"),
    every: durationDistribution.optional().describe("Gaps between repetitions; absent: only once"),
    for: durationDistribution.optional().describe("How long it lasts; absent: for good"),
    factor: positiveNumber
      .optional()
      .describe(`How many times as much or as fast, for ${kindsWith("factor").join(", ")}`),
    chance: positiveShare
      .optional()
      .describe(`How often it happens while the fault lasts, for ${kindsWith("chance").join(", ")}`),
    by: signedDuration
      .optional()
      .describe(`By how much; a clock moves back with a minus sign. For ${kindsWith("by").join(", ")}`),
  })
  .refine((fault) => fault.at !== undefined || fault.every !== undefined, {
    error: "needs a time: `at`, `every`, or both",
  })
  .meta({ id: "Fault", description: "Something that breaks" });

export type FaultEntry = z.output<typeof fault>;
