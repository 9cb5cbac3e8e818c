/** Random streams and distributions, beside what they replace. */
import seedrandom from "seedrandom";
import { type DistributionSpec, distribution } from "../../src/engine/distributions.ts";
import { type Random, Streams } from "../../src/engine/random.ts";
import type { Group, Part } from "./part.ts";

const BATCH = 10_000;

const DISTRIBUTIONS: readonly DistributionSpec[] = [
  { dist: "constant", value: 5 },
  { dist: "exponential", mean: 5 },
  { dist: "uniform", low: 1, high: 5 },
  { dist: "erlang", mean: 5, stages: 3 },
  { dist: "gamma", mean: 5, shape: 2.5 },
  { dist: "lognormal", mean: 5, cv: 1.5 },
  { dist: "weibull", scale: 5, shape: 0.7 },
  { dist: "pareto", minimum: 1, shape: 2.5 },
  { dist: "bounded-pareto", minimum: 1, maximum: 1e4, shape: 1.1 },
  {
    dist: "hyperexponential",
    branches: [
      { share: 0.9, mean: 1 },
      { share: 0.1, mean: 40 },
    ],
  },
  { dist: "empirical", values: [1, 2, 3, 5, 8, 13, 21], weights: [7, 6, 5, 4, 3, 2, 1] },
];

export const randomGroups: readonly Group[] = [
  { name: "random:streams", parts: () => streams() },
  ...DISTRIBUTIONS.map((spec) => ({ name: `random:${spec.dist}`, parts: () => [sampled(spec)] })),
];

function streams(): Part[] {
  const random = new Streams(1, 0).stream("bench");
  const draws = new Streams(1, 0).draws("bench");
  const xor128 = seedrandom.xor128("bench");
  let index = 0;
  return [
    drawn("uniform (sfc32)", () => random.uniform()),
    drawn("uniform (seedrandom xor128, 53 bits)", () => xor128.double()),
    drawn("uniform of a task (Threefry)", () => draws.uniformAt(index++, 0)),
    drawn("below 1,000", () => random.below(1_000)),
    drawn("exponential (ziggurat)", () => random.exponential()),
    drawn("exponential (-log of xor128)", () => -Math.log(1 - xor128.double())),
    drawn("normal (ziggurat)", () => random.normal()),
  ];
}

function sampled(spec: DistributionSpec): Part {
  const random: Random = new Streams(1, 0).stream("bench");
  const source = distribution(spec);
  return drawn(`distribution ${spec.dist}`, () => source.sample(random));
}

function drawn(name: string, draw: () => number): Part {
  return {
    name,
    operations: BATCH,
    run: () => {
      let sum = 0;
      for (let i = 0; i < BATCH; i++) sum += draw();
      if (Number.isNaN(sum)) throw new Error("not a number");
    },
  };
}
