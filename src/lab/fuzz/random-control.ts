/** The control plane of a random scenario: each of its parts is ideal or not, and set so that what it does shows. */
import { type Json, seconds } from "./dice.ts";
import type { Frame } from "./random-work.ts";

/** Seconds: caps and heartbeats are heard of through the store, however long the run. */
const SLOWEST_STORE = 10;

export function randomControl(frame: Frame, machines: readonly Json[]): Json {
  const { dice, unit } = frame;
  const part = (name: string, share: number, make: () => Json) =>
    dice.maybe(share, () => ({ [name]: make() }));
  const machineCount = machines.reduce((sum, { count }) => sum + Number(count), 0);
  return {
    ...part("clients", 0.4, () => ({
      ...dice.maybe(0.8, () => ({ timeout: seconds(unit * dice.between(0.5, 5)), tries: dice.whole(1, 6) })),
      backoff: seconds(unit * dice.between(0.2, 2)),
      ...dice.maybe(0.5, () => ({ retryRefused: true })),
    })),
    ...part("limiter", 0.4, () => ({
      nodes: dice.whole(1, 3),
      portion: dice.pick([0.1, 0.25, 1]),
      lease: seconds(unit * dice.between(1, 20)),
    })),
    ...part("submitters", 0.6, () => ({ nodes: dice.whole(1, 4), ...heartbeat(frame) })),
    ...part("manager", 0.35, () => {
      const every = unit * dice.between(0.3, 1);
      return {
        replicas: dice.whole(1, 3),
        every: seconds(every),
        lease: seconds(every * dice.between(1.2, 6)),
      };
    }),
    store: {
      // A key has to outlive whatever keeps a submission on its way.
      keysFor: seconds(Math.max(86_400, unit * 2000)),
      ...dice.maybe(0.4, () => ({
        ...dice.maybe(0.7, () => ({
          latency: dice.time(Math.min(unit, SLOWEST_STORE) * dice.between(0.005, 0.5)),
        })),
        ...dice.maybe(0.4, () => ({
          gather: seconds(Math.min(unit, SLOWEST_STORE) * dice.between(0.01, 0.5)),
        })),
      })),
    },
    ...part("batcher", 0.4, () => ({
      ...dice.maybe(0.7, () => ({ every: seconds(unit * dice.between(0.2, 8)) })),
      ...dice.maybe(0.6, () => ({ size: dice.whole(1, 10) })),
    })),
    ...part("queues", 0.7, () => randomQueues(frame)),
    ...part("monitor", 0.7, () => ({
      ...heartbeat(frame),
      ...dice.maybe(0.2, () => ({ peak: dice.pick([0.3, 0.5, 1]) })),
      ...dice.maybe(0.3, () => ({ unusedAfter: seconds(unit * dice.between(3, 20)) })),
      ...dice.maybe(0.3, () => ({ usageEvery: seconds(unit * dice.between(0.5, 3)) })),
      ...dice.maybe(0.25, () => ({
        autoscale: {
          every: seconds(unit * dice.between(1, 6)),
          target: dice.pick([1, 1.25, 2]),
          least: dice.whole(1, machineCount),
          boot: seconds(unit * dice.between(0.1, 4)),
          shutdown: seconds(unit * dice.between(0.1, 2)),
        },
      })),
      ...dice.maybe(frame.policy === "cheap-hours" ? 0.8 : 0.1, () => ({
        prices: Array.from({ length: dice.whole(1, 24) }, () => dice.pick([0.5, 1, 1.5])),
      })),
    })),
    ...part("network", 1, () => ({
      resend: seconds(unit * dice.between(0.1, 1)),
      ...dice.maybe(0.5, () => randomNetwork(frame, machines)),
    })),
  };
}

function randomNetwork({ dice, unit }: Frame, machines: readonly Json[]): Json {
  const far = machines.some(({ datacenter }) => datacenter !== undefined);
  return {
    ...dice.maybe(0.6, () => ({ clients: dice.time(unit * dice.between(0.005, 0.2)) })),
    ...dice.maybe(0.6, () => ({ machines: dice.time(unit * dice.between(0.005, 0.2)) })),
    ...dice.maybe(0.3, () => ({ loss: dice.pick([0.02, 0.2]) })),
    ...dice.maybe(0.3, () => ({ duplicate: dice.pick([0.05, 0.4]) })),
    ...(far && dice.chance(0.5) && { home: machines[0]!["datacenter"], between: seconds(unit * 0.2) }),
  };
}

function randomQueues({ dice, unit, pace }: Frame): Json {
  const renews = dice.chance(0.8);
  return {
    ...dice.maybe(0.6, () => ({
      backoff: {
        first: seconds(pace * dice.between(0.1, 4)),
        factor: dice.pick([1, 2, 3]),
        limit: seconds(pace * 20),
      },
    })),
    ...dice.maybe(0.4, () => ({
      visibility: seconds(unit * dice.between(1, 8)),
      // Without renewal a task that is longer than the timeout is delivered again and again, until it is given up.
      ...(!renews && { renews, deadlyAfter: dice.whole(2, 5) }),
    })),
    ...dice.maybe(0.25, () => ({ maxWait: seconds(unit * dice.between(2, 40)) })),
    ...dice.maybe(0.2, () => ({ executionCap: seconds(pace * dice.between(5, 40)) })),
    ...dice.maybe(0.2, () => ({ deadlyAfter: dice.whole(1, 4) })),
  };
}

function heartbeat({ dice, unit }: Frame): Json {
  if (dice.chance(0.25)) return {};
  if (dice.chance(0.2)) return { timeout: seconds(unit * dice.between(0.5, 5)) };
  const every = unit * dice.between(0.2, 1);
  return { heartbeat: seconds(every), timeout: seconds(every * dice.between(1.5, 5)) };
}
