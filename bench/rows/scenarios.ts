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

/** Ten tenants with a limit, three classes each, caps, failures and retries, on the same machines at the same load. */
export function everything(servers: number, utilization: number, tasks: number, policy: string): object {
  const tenants = 10;
  const failure = 0.01;
  const perTenant = (servers * utilization * (1 - failure)) / tenants;
  const workload = (name: string, share: number, more: object) => ({
    class: name,
    arrivals: { process: "poisson", rate: share * perTenant },
    duration: { dist: "exponential", mean: "1s" },
    resources: { cpu: 1 },
    executionCap: "8s",
    attempts: 3,
    failure,
    ...more,
  });
  return {
    name: "everything",
    seed: SEED,
    stop: { tasks },
    // Above what a tenant sends on average, so that the limiter refuses a few of its bursts.
    plans: { team: { limit: 1.2 * perTenant, burst: Math.ceil(2 * perTenant), priority: 1 } },
    tenants: [
      {
        name: "t",
        plan: "team",
        count: tenants,
        workloads: [
          workload("notify", 0.3, { delayTolerance: "0s" }),
          workload("query", 0.4, { delayTolerance: "10s" }),
          workload("suggest", 0.3, { delayTolerance: "1m", offPeak: true }),
        ],
      },
    ],
    machines: [{ name: "m", count: servers, cpu: 1 }],
    policy,
    control: { queues: { backoff: { first: "1s", limit: "10s" } } },
  };
}

/** So many tasks at one instant, on few machines: all but some wait. Tolerances differ where the order is to depend on them. */
export function flood(servers: number, tasks: number, policy: string): object {
  return backlogScenario(servers, tasks, policy, (share) => ({
    process: "batch",
    rate: "1/s",
    size: Math.round(share * tasks),
  }));
}

/** The same tasks one after the other at 90%, so that few wait. */
export function trickle(servers: number, tasks: number, policy: string): object {
  return backlogScenario(servers, tasks, policy, (share) => ({
    process: "poisson",
    rate: share * servers * 0.9,
  }));
}

function backlogScenario(
  servers: number,
  tasks: number,
  policy: string,
  arrivals: (share: number) => object,
): object {
  const workload = (name: string, share: number, more: object) => ({
    class: name,
    arrivals: arrivals(share),
    duration: { dist: "exponential", mean: "1s" },
    resources: { cpu: 1 },
    ...more,
  });
  return {
    name: "backlog",
    seed: SEED,
    stop: { tasks },
    tenants: [
      {
        name: "t",
        workloads: [
          workload("soon", 0.5, { delayTolerance: "10s" }),
          workload("later", 0.5, { delayTolerance: "1h" }),
        ],
      },
    ],
    machines: [{ name: "m", count: servers, cpu: 1 }],
    policy,
  };
}

/** So many tasks run at once on one machine that holds them all. */
export function crowd(tasks: number): object {
  return {
    name: "crowd",
    seed: SEED,
    stop: { tasks },
    tenants: [
      {
        name: "t",
        workloads: [
          {
            class: "job",
            arrivals: { process: "batch", rate: "1/s", size: tasks },
            duration: { dist: "exponential", mean: "1h" },
            resources: { cpu: 1 },
          },
        ],
      },
    ],
    machines: [{ name: "m", cpu: tasks }],
    policy: "fifo",
  };
}
