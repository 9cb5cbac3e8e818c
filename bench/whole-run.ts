/**
 * One whole run in a process of its own: `node whole-run.js <schedlab|engine|specialised> <tasks>`. Prints a line of JSON.
 * Time is the processor's, not the wall's: these machines are shared.
 */

import { PolicyCatalogue } from "../src/lab/policy-files.ts";
import { Replica } from "../src/lab/replica.ts";
import { loadScenario } from "../src/scenario/load.ts";
import { engineMmc } from "./peers/engine-mmc.ts";
import { specialisedMmc } from "./peers/specialised-mmc.ts";

export interface WholeRun {
  readonly tasksPerSecond: number;
  readonly meanWait: number;
  readonly rssMegabytes: number;
}

const [kind, tasksText] = process.argv.slice(2);
const tasks = Number(tasksText);
const before = process.cpuUsage();
const models: Record<string, () => number> = {
  schedlab: () => schedlab(tasks),
  engine: () => engineMmc(100, 0.9, tasks, 1),
  specialised: () => specialisedMmc(100, 0.9, tasks, 1),
};
const meanWait = models[kind!]!();
const { user, system } = process.cpuUsage(before);
const result: WholeRun = {
  tasksPerSecond: tasks / ((user + system) / 1e6),
  meanWait,
  rssMegabytes: process.memoryUsage().rss / 2 ** 20,
};
process.stdout.write(`${JSON.stringify(result)}\n`);

/** M/M/100 at 0.9 through the scheduler, the virtual world, statistics and digest, as `sim run` does it. */
function schedlab(count: number): number {
  const catalogue = new PolicyCatalogue();
  const text = JSON.stringify({
    name: "mmc",
    seed: 1,
    stop: { tasks: count },
    tenants: [
      {
        name: "t",
        workloads: [
          {
            class: "job",
            arrivals: { process: "poisson", rate: "90/s" },
            duration: { dist: "exponential", mean: "1s" },
            resources: { cpu: 1 },
          },
        ],
      },
    ],
    machines: [{ name: "m", count: 100, cpu: 1 }],
    policy: "fifo",
  });
  const loaded = loadScenario(text, { policies: catalogue });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const { scenario } = loaded;
  const replica = new Replica({ scenario, policy: catalogue.make(scenario.policy), seed: 1, replication: 0 });
  while (replica.advance(Number.MAX_SAFE_INTEGER));
  return replica.result().metrics["all"]!["wait.mean"]!;
}
