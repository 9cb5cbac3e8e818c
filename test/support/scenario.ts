/** Scenarios for tests, written as in a file and read by the real loader. */
import { PolicyCatalogue } from "../../src/lab/policy-files.ts";
import { loadScenario } from "../../src/scenario/load.ts";
import type { Scenario } from "../../src/scenario/model.ts";
import { renderProblems } from "../../src/scenario/problems.ts";

export const catalogue = new PolicyCatalogue();

export function scenario(file: object): Scenario {
  const loaded = loadScenario(JSON.stringify(file), { policies: catalogue });
  if (!loaded.ok) throw new Error(renderProblems("test scenario", loaded.problems));
  return loaded.scenario;
}

/** One tenant, one workload, machines of one cpu: a textbook queue. */
export function queue(options: {
  readonly servers: number;
  readonly arrivals: object;
  readonly duration: object | string;
  readonly tasks: number;
  readonly warmup: number;
  readonly policy?: object | string;
}): Scenario {
  return scenario({
    name: "queue",
    seed: 1,
    stop: { tasks: options.tasks },
    warmup: { tasks: options.warmup },
    tenants: [
      {
        name: "t",
        workloads: [
          { class: "job", arrivals: options.arrivals, duration: options.duration, resources: { cpu: 1 } },
        ],
      },
    ],
    machines: [{ name: "m", count: options.servers, cpu: 1 }],
    policy: options.policy ?? "fifo",
  });
}
