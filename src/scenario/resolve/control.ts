/** The control plane of a file as the scheduler's settings, and as what surrounds it in a world. */
import type { ControlSpec } from "../../cluster/spec.ts";
import type { DistributionSpec } from "../../engine/distributions.ts";
import type { Scenario } from "../model.ts";
import type { ScenarioFile } from "../schema.ts";

export function resolveControl({ control, start }: ScenarioFile): ControlSpec {
  const { limiter, submitters, manager, store, batcher, queues, monitor } = control;
  const { backoff, ...delivery } = queues;
  const { autoscale } = monitor;
  return {
    limiter,
    submitters: {
      nodes: submitters.nodes,
      heartbeat: { every: submitters.heartbeat, timeout: submitters.timeout },
    },
    manager,
    store: { keysFor: store.keysFor },
    batcher,
    retry: backoff,
    queues: delivery,
    monitor: {
      heartbeat: { every: monitor.heartbeat, timeout: monitor.timeout },
      unusedAfter: monitor.unusedAfter,
      autoscale:
        autoscale === undefined
          ? null
          : { every: autoscale.every, target: autoscale.target, least: autoscale.least },
    },
    prices: monitor.prices,
    peakAt: monitor.peak,
    epoch: start,
  };
}

export function resolveSurroundings({
  control,
  isolation,
}: ScenarioFile): Pick<Scenario, "network" | "store" | "clients" | "power" | "usageEvery" | "isolation"> {
  const { network, store, clients, monitor } = control;
  return {
    network: {
      clients: unlessZero(network.clients),
      machines: unlessZero(network.machines),
      between: network.between,
      home: network.home ?? "",
      loss: network.loss,
      duplication: network.duplicate,
      resend: network.resend,
    },
    store: { latency: unlessZero(store.latency), gather: store.gather },
    clients: {
      timeout: clients.timeout,
      tries: clients.tries,
      backoff: clients.backoff,
      retriesRefused: clients.retryRefused,
    },
    power: { boot: monitor.autoscale?.boot ?? 0, shutdown: monitor.autoscale?.shutdown ?? 0 },
    usageEvery: monitor.usageEvery,
    isolation,
  };
}

/** What takes no time is null, so that a world need not draw it. */
function unlessZero(spec: DistributionSpec | undefined): DistributionSpec | null {
  return spec === undefined || (spec.dist === "constant" && spec.value === 0) ? null : spec;
}
