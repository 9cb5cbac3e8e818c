/** Settings of the control plane. Everything left out is ideal: no latency, no batching, one node. */
import { z } from "zod";
import { duration, positiveNumber, share, wholeNumber } from "./quantities.ts";

const BACKOFF_FACTOR = "expected a number, 1 or more";

const submitters = z
  .strictObject({ nodes: wholeNumber(1, 10_000).prefault(1).describe("How many share the incoming tasks") })
  .prefault({});

const batcher = z
  .strictObject({
    every: duration.prefault("0s").describe("Time between batches; 0s: as soon as something changed"),
    size: wholeNumber(1, 1e9).optional().describe("Largest batch; absent: no limit"),
  })
  .transform(({ every, size }) => ({ every, size: size ?? Number.POSITIVE_INFINITY }))
  .prefault({});

const backoff = z
  .strictObject({
    first: duration.prefault("0s").describe("Wait before the second attempt"),
    factor: positiveNumber.min(1, BACKOFF_FACTOR).prefault(2).describe("Each further wait is longer by this"),
    limit: duration.prefault("1h").describe("No wait is longer"),
  })
  .prefault({});

const queues = z.strictObject({ backoff: backoff.describe("Waits between attempts of a task") }).prefault({});

const monitor = z
  .strictObject({
    peak: share.prefault("80%").describe("Share of cpu in use from which it is peak time"),
    timeout: duration.prefault("0s").describe("How long the loss of a machine goes unnoticed"),
  })
  .prefault({});

export const control = z
  .strictObject({
    submitters: submitters.describe("The nodes that take in tasks"),
    batcher: batcher.describe("How ready tasks are handed to the queue"),
    queues: queues.describe("Waiting and retrying"),
    monitor: monitor.describe("Watching over the machines"),
  })
  .prefault({})
  .describe("The control plane; what is left out is ideal");
