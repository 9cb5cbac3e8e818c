/** The store and the queue: slow, stalled, gone, full, of unknown outcome; entries twice, late or in another order. */
import type { Faults } from "../faults.ts";
import type { World } from "../world.ts";
import type { FaultAction } from "./action.ts";

export function storeFaults(world: World, faults: Faults) {
  const { log, door, wire, network, managers } = world;
  const refuses: FaultAction = {
    begin: (now) => {
      log.refuse();
      managers.changed(now);
    },
    end: (now) => {
      log.accept();
      managers.changed(now);
    },
  };
  return {
    "store-slow": {
      begin: (_now, _target, factor) => {
        log.slowness *= factor;
      },
      end: (_now, _target, factor) => {
        log.slowness /= factor;
      },
    },
    "store-stall": { begin: () => log.stall(), end: (now) => log.unstall(now) },
    "store-outage": refuses,
    "store-full": refuses,
    "store-unknown": {
      begin: (_now, _target, chance) => {
        log.unknownChance += chance;
      },
      end: (_now, _target, chance) => {
        log.unknownChance = Math.max(0, log.unknownChance - chance);
      },
    },
    "store-crash": {
      begin: (now) => {
        log.crash(now);
        refuses.begin(now, 0, 0);
      },
      end: (now) => refuses.end(now, 0, 0),
    },
    "queue-duplicate": {
      begin: (_now, _target, chance) => {
        faults.redelivery += chance;
      },
      end: (_now, _target, chance) => {
        faults.redelivery = Math.max(0, faults.redelivery - chance);
      },
    },
    "queue-late": {
      begin: (_now, _target, by) => {
        wire.lateBy += by;
      },
      end: (_now, _target, by) => {
        wire.lateBy -= by;
      },
    },
    "queue-reorder": {
      begin: (_now, _target, by) => {
        door.jitter += by;
      },
      end: (_now, _target, by) => {
        door.jitter -= by;
      },
    },
    "ack-loss": {
      begin: (_now, _target, chance) => {
        network.ackLoss += chance;
      },
      end: (_now, _target, chance) => {
        network.ackLoss = Math.max(0, network.ackLoss - chance);
      },
    },
  } satisfies Record<string, FaultAction>;
}
