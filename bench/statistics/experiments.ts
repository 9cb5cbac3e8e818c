/**
 * Experiments whose answer is known before, to see how often a conclusion is right: intervals of a queue that theory
 * solves, and comparisons of two policies between which there is no difference but chance.
 */
import { definePolicy, type Policy } from "../../src/cluster/policy.ts";
import { combine } from "../../src/lab/combine.ts";
import { compare } from "../../src/lab/compare/compare.ts";
import type { PolicyReplicas } from "../../src/lab/compare/policy-replicas.ts";
import { PolicyCatalogue } from "../../src/lab/policy-files.ts";
import { runReplica } from "../../src/lab/replica.ts";
import type { Comparison, RunResult } from "../../src/lab/result.ts";
import { loadScenario } from "../../src/scenario/load.ts";
import type { Scenario } from "../../src/scenario/model.ts";
import { renderProblems } from "../../src/scenario/problems.ts";

export const REPLICATIONS = 10;

/** M/M/1 with mean service 1 s. */
export function singleServer(utilization: number, tasks: number, warmup: number): Scenario {
  return read({
    name: "mm1",
    seed: 1,
    stop: { tasks },
    warmup: { tasks: warmup },
    tenants: [
      {
        name: "t",
        workloads: [
          {
            class: "job",
            arrivals: { process: "poisson", rate: utilization },
            duration: { dist: "exponential", mean: "1s" },
          },
        ],
      },
    ],
    machines: [{ name: "m", cpu: 1 }],
    policy: "fifo",
  });
}

/** Three kinds of tasks on two machines, at 80% load: enough for the usual figures of a comparison. */
export function mixedWork(tasks: number): Scenario {
  const workload = (name: string, rate: number, mean: string, delayTolerance: string) => ({
    class: name,
    arrivals: { process: "poisson", rate },
    duration: { dist: "exponential", mean },
    delayTolerance,
  });
  return read({
    name: "mixed",
    seed: 1,
    stop: { tasks },
    warmup: { tasks: tasks / 10 },
    tenants: [
      { name: "a", workloads: [workload("short", 1, "500ms", "1s"), workload("long", 0.2, "3s", "10s")] },
      { name: "b", workloads: [workload("other", 0.5, "1s", "5s")] },
    ],
    machines: [{ name: "m", count: 2, cpu: 1 }],
    policy: "fifo",
  });
}

/** One experiment: ten replications of fifo on a seed. */
export function estimateOn(scenario: Scenario, seed: number): RunResult {
  const policy = new PolicyCatalogue();
  const replicas = Array.from({ length: REPLICATIONS }, (_, replication) =>
    runReplica({ scenario, policy: policy.make(scenario.policy), seed, replication }),
  );
  return combine("fifo", seed, replicas);
}

/** The same rule under two names: each serves in an order of its own that has nothing to do with the tasks. */
export function identicalPolicies(scenario: Scenario, seed: number): PolicyReplicas[] {
  return ["heads", "tails"].map((name, salt) => ({
    policy: name,
    replicas: Array.from({ length: REPLICATIONS }, (_, replication) =>
      runReplica({ scenario, policy: shuffled(name, salt), seed, replication }),
    ),
  }));
}

/** `chosen`: paths; the usual ones where absent. */
export function compareIdentical(
  policies: readonly PolicyReplicas[],
  chosen?: readonly string[],
): Comparison {
  return compare(policies, { baseline: "heads", chosen, ended: "replications", ending: "" });
}

/** Whether anything at all was declared different. */
export function findsDifference({ metrics }: Comparison): boolean {
  return metrics.some(
    ({ pairs, winner }) =>
      winner !== null || pairs.some(({ verdict }) => ["better", "worse", "different"].includes(verdict)),
  );
}

function shuffled(name: string, salt: number): Policy {
  return definePolicy({ name, rank: (task) => scramble(task.submittedAt + salt * 0.5) });
}

/** The same number for the same time; other times, other numbers. */
function scramble(time: number): number {
  let state = Math.imul(time % 2 ** 31, 0x9e3779b1) ^ Math.imul((time * 2) % 2 ** 31, 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 15), 0xc2b2ae35);
  state = Math.imul(state ^ (state >>> 13), 0x27d4eb2f);
  return (state ^ (state >>> 16)) >>> 0;
}

function read(file: object): Scenario {
  const loaded = loadScenario(JSON.stringify(file), { policies: new PolicyCatalogue() });
  if (!loaded.ok) throw new Error(renderProblems("scenario", loaded.problems));
  return loaded.scenario;
}
