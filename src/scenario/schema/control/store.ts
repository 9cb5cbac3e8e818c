/** The database behind the control plane. */
import { z } from "zod";
import { durationDistribution } from "../distributions.ts";
import { duration, positiveDuration } from "../quantities.ts";

export const store = z
  .strictObject({
    latency: durationDistribution.optional().describe("How long a commit takes; absent: no time"),
    gather: duration.prefault("0s").describe("Commits are gathered for so long and written together"),
    keysFor: positiveDuration.prefault("1d").describe("How long an idempotency key is remembered"),
  })
  .prefault({})
  .describe("The database; nothing is acknowledged or acted upon before it is written there");
