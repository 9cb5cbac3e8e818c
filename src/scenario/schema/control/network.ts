/** What is between clients, scheduler and machines, and what clients do when no answer comes. */
import { z } from "zod";
import { NEVER } from "../../../engine/time.ts";
import { durationDistribution } from "../distributions.ts";
import { name } from "../names.ts";
import { duration, positiveDuration, share, wholeNumber } from "../quantities.ts";

export const network = z
  .strictObject({
    clients: durationDistribution
      .optional()
      .describe("How long a message between clients and the scheduler takes, one way; absent: no time"),
    machines: durationDistribution
      .optional()
      .describe("How long a message between scheduler and machines takes, one way; absent: no time"),
    between: duration.prefault("0s").describe("What is added between two different datacenters"),
    home: name.optional().describe("The datacenter in which the scheduler is; absent: near everybody"),
    loss: share
      .refine((chance) => chance < 1, { error: "must be less than 100%, or no message ever arrives" })
      .prefault(0)
      .describe("Chance that a message is lost"),
    duplicate: share.prefault(0).describe("Chance that a message arrives twice"),
    resend: positiveDuration
      .prefault("1s")
      .describe("How long whoever expects an answer waits before asking again"),
  })
  .prefault({})
  .describe("How long messages take, and what becomes of them");

export const clients = z
  .strictObject({
    timeout: positiveDuration
      .optional()
      .describe("How long a client waits for the answer to a submission; absent: for ever"),
    tries: wholeNumber(1, 1000).prefault(1).describe("How often a submission is sent in all"),
    backoff: positiveDuration
      .prefault("1s")
      .describe("Wait before the second try, doubled each time; never shorter than a refusal said"),
    retryRefused: z.boolean().prefault(false).describe("A refused submission is sent again, too"),
  })
  .transform(({ timeout, ...rest }) => ({ ...rest, timeout: timeout ?? NEVER }))
  .prefault({})
  .describe("What clients do when no answer comes, or a refusal");
