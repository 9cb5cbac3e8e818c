/** What watches over the machines: whether they live, how busy they are, and how many are needed. */
import { z } from "zod";
import { NEVER } from "../../../engine/time.ts";
import { duration, positiveDuration, positiveNumber, share, wholeNumber } from "../quantities.ts";

const autoscale = z
  .strictObject({
    every: positiveDuration.prefault("1m").describe("How often the fleet is looked at"),
    target: positiveNumber
      .prefault(1.25)
      .describe("Capacity wanted for each unit of demand: cpu in use and asked for"),
    least: wholeNumber(1, 1_000_000).prefault(1).describe("So many machines are never switched off"),
    boot: duration.prefault("0s").describe("How long a machine takes to come up"),
    shutdown: duration.prefault("0s").describe("How long a machine takes to go off"),
  })
  .describe("Machines are switched on and off as demand goes; absent: all are on");

export const monitor = z
  .strictObject({
    peak: share.prefault("80%").describe("Share of cpu in use from which it is peak time"),
    heartbeat: duration
      .prefault("0s")
      .describe("How often a machine shows that it is alive; 0s: it is heard all the time"),
    timeout: duration.prefault("0s").describe("How long the loss of a machine goes unnoticed"),
    unusedAfter: positiveDuration
      .optional()
      .describe("A machine on which nothing ran for so long is reported as unused; absent: none is"),
    usageEvery: positiveDuration
      .optional()
      .describe("How often the use of tasks is compared with what they asked for; absent: it is not"),
    autoscale: autoscale.optional(),
    prices: z
      .array(positiveNumber)
      .min(1, "needs at least one price")
      .max(1440, "at most 1,440 prices, one for each minute of a day")
      .optional()
      .describe("Price of energy in each equal part (24: each hour) of a day in UTC; 1 is usual"),
  })
  .transform(({ unusedAfter, usageEvery, prices, ...rest }) => ({
    ...rest,
    unusedAfter: unusedAfter ?? NEVER,
    usageEvery: usageEvery ?? NEVER,
    prices: prices ?? [],
  }))
  .prefault({})
  .describe("Watching over the machines");
