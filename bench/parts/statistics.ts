/** Statistics and digest: what each event pays for being counted. */
import { Digest } from "../../src/engine/digest.ts";
import { Histogram } from "../../src/engine/histogram.ts";
import { LevelSeries } from "../../src/engine/level-series.ts";
import { Streams } from "../../src/engine/random.ts";
import type { Group, Part } from "./part.ts";

const BATCH = 10_000;

export const statisticsGroups: readonly Group[] = [
  { name: "statistics:histogram", parts: () => [histogram()] },
  { name: "statistics:levels", parts: () => [levels(2), levels(8)] },
  { name: "statistics:digest", parts: () => [digest()] },
];

function histogram(): Part {
  const values = new Histogram();
  const random = new Streams(1, 0).stream("values");
  const drawn = Float64Array.from({ length: BATCH }, () => Math.round(random.exponential() * 1e6));
  return {
    name: "histogram: record",
    operations: BATCH,
    run: () => {
      for (let i = 0; i < BATCH; i++) values.record(drawn[i]!);
    },
  };
}

function levels(channels: number): Part {
  const series = new LevelSeries(channels);
  let now = 0;
  return {
    name: `levels over time: change of ${channels}`,
    operations: BATCH,
    run: () => {
      for (let i = 0; i < BATCH; i++) {
        now += 7;
        series.next[i % channels] = i & 63;
        series.change(now);
      }
    },
  };
}

function digest(): Part {
  const run = new Digest();
  let now = 0;
  return {
    name: "digest: mix",
    operations: BATCH,
    run: () => {
      for (let i = 0; i < BATCH; i++) {
        run.at(now++);
        run.mix(3, i, 7);
      }
    },
  };
}
