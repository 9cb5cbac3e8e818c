/** Textbook queues as scenario files. */

/** One tenant, one workload, machines of one cpu: a textbook queue. */
export function queue(options: {
  readonly servers: number;
  readonly arrivals: object;
  readonly duration: object | string;
  readonly tasks: number;
  readonly warmup: number;
  readonly policy?: object | string;
}): object {
  return {
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
  };
}
