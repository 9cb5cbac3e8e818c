/** Small scenarios for live tests: a few seconds of real processes. */
const machines = [{ name: "m", count: 4, cpu: 1 }];

/** A little of everything: open and closed arrivals, dependencies, failures and a delay tolerance. */
export const mixed = {
  name: "mixed",
  seed: 7,
  stop: { time: "6s" },
  tenants: [
    {
      name: "open",
      workloads: [
        {
          class: "short",
          arrivals: { process: "poisson", rate: "3/s" },
          duration: { dist: "uniform", min: "300ms", max: "900ms" },
          delayTolerance: "1s",
        },
        {
          class: "flaky",
          arrivals: { process: "fixed", every: "900ms" },
          duration: "400ms",
          failure: "40%",
          attempts: 3,
        },
      ],
    },
    {
      name: "graph",
      workloads: [
        {
          class: "split",
          arrivals: { process: "fixed", every: "2500ms", offset: "200ms" },
          duration: "300ms",
        },
        { class: "part", dependsOn: ["split"], copies: 2, duration: "400ms" },
      ],
    },
    {
      name: "closed",
      workloads: [
        {
          class: "loop",
          arrivals: { process: "closed", clients: 2, think: { dist: "exponential", mean: "400ms" } },
          duration: { dist: "exponential", mean: "500ms" },
        },
      ],
    },
  ],
  machines,
  policy: "fifo",
  control: { queues: { backoff: { first: "100ms", limit: "1s" } } },
};

/** Long tasks that save their progress and give way to short ones, starts that are confirmed, and heartbeats. */
export const demanding = {
  name: "demanding",
  seed: 5,
  stop: { time: "14s" },
  tenants: [
    {
      name: "patient",
      count: 4,
      workloads: [
        {
          class: "long",
          arrivals: { process: "fixed", every: "100s", offset: "100ms" },
          duration: "16s",
          estimate: "16s",
          checkpoint: { every: "500ms" },
        },
      ],
    },
    {
      name: "hasty",
      workloads: [
        {
          class: "short",
          arrivals: { process: "fixed", every: "3s", offset: "2s" },
          duration: "500ms",
          estimate: "500ms",
        },
      ],
    },
  ],
  machines,
  policy: "srpt",
  control: {
    queues: { visibility: "10s" },
    monitor: { heartbeat: "1s", timeout: "30s" },
  },
};

/** Jobs at one moment, of one class. */
export function burst(tasks: number, workload: object, more: object = {}): object {
  return {
    name: "burst",
    stop: { tasks },
    tenants: [
      {
        name: "t",
        workloads: [
          { class: "job", arrivals: { process: "fixed", every: "1ms" }, duration: "2s", ...workload },
        ],
      },
    ],
    machines,
    policy: "fifo",
    control: { queues: { backoff: { first: "50ms", limit: "100ms" } } },
    ...more,
  };
}
