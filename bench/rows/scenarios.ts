/** The work of the rows as scenario files. */

export const SEED = 1;

/** One tenant, one class, machines of one cpu: M/M/c with a mean service of one second. */
export function mmc(servers: number, utilization: number, tasks: number): object {
  return {
    name: "mmc",
    seed: SEED,
    stop: { tasks },
    tenants: [
      {
        name: "t",
        workloads: [
          {
            class: "job",
            arrivals: { process: "poisson", rate: `${servers * utilization}/s` },
            duration: { dist: "exponential", mean: "1s" },
            resources: { cpu: 1 },
          },
        ],
      },
    ],
    machines: [{ name: "m", count: servers, cpu: 1 }],
    policy: "fifo",
  };
}
