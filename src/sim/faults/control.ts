/** The nodes of the control plane: limiters, submitters, the manager's replicas, and the clocks they go by. */
import type { World } from "../world.ts";
import { type FaultAction, nothing } from "./action.ts";

/** So many ids are used up at once that the sequence of a millisecond runs over. */
const ID_BURST = 2 ** 22;

export function controlFaults(world: World) {
  const { scheduler, presence, door, managers, recoveries, log } = world;
  const { submitters } = scheduler.intake;
  const isAlive = (node: number) => submitters.alive[node] === 1;
  const crash = (now: number, node: number) => {
    scheduler.befalls(now, { kind: "submitter-crashed", node });
    presence.submitterCrashed(now, node);
  };
  const restart = (now: number, node: number) => {
    scheduler.befalls(now, { kind: "submitter-restarted", node });
    presence.lookAtSubmitter(now, node);
  };
  const canStrike = (replica: number) => managers.alive[replica] === 1;
  return {
    "limiter-crash": {
      canStrike: (node) => door.limiterAlive[node] === 1,
      begin: (now, node) => {
        door.limiterAlive[node] = 0;
        scheduler.limiterDown(now, node);
      },
      end: (now, node) => {
        door.limiterAlive[node] = 1;
        scheduler.limiterUp(now, node);
      },
    },
    "limiter-cut": {
      begin: (now, node) => scheduler.befalls(now, { kind: "limiter-cut", node, cut: true }),
      end: (now, node) => scheduler.befalls(now, { kind: "limiter-cut", node, cut: false }),
    },
    "limiter-amnesia": {
      begin: (now, node) => scheduler.befalls(now, { kind: "limiter-forgot", node }),
      end: nothing,
    },
    "submitter-crash": { canStrike: isAlive, begin: crash, end: restart },
    "submitter-rewind": {
      canStrike: isAlive,
      begin: crash,
      end: (now, node, by) => {
        scheduler.befalls(now, { kind: "clock-stepped", node, by: -Math.abs(by) });
        restart(now, node);
      },
    },
    "submitter-silent": {
      canStrike: isAlive,
      begin: (now, node) => {
        presence.submitterMuted[node]!++;
        presence.lookAtSubmitter(now, node);
      },
      end: (now, node) => {
        presence.submitterMuted[node]!--;
        presence.lookAtSubmitter(now, node);
      },
    },
    "submitter-leave": {
      canStrike: isAlive,
      begin: (now, node) => {
        scheduler.befalls(now, { kind: "submitter-left", node });
        scheduler.submitterDown(now, node);
      },
      end: (now, node) => {
        scheduler.befalls(now, { kind: "submitter-joined", node });
        presence.lookAtSubmitter(now, node);
      },
    },
    "manager-crash": {
      canStrike,
      begin: (now, replica) => {
        if (managers.lease.holder === replica) recoveries.struck(now, "leader", replica, log.pending);
        managers.crash(now, replica);
      },
      end: (now, replica) => managers.restart(now, replica),
    },
    "manager-pause": {
      canStrike,
      begin: (now, replica) => managers.pause(now, replica),
      end: (now, replica) => managers.unpause(now, replica),
    },
    "manager-cut": {
      canStrike,
      begin: (now, replica) => {
        managers.cut[replica]!++;
        managers.changed(now);
      },
      end: (now, replica) => {
        managers.cut[replica]!--;
        managers.changed(now);
      },
    },
    // A limiter goes by time that only moves forward: a step of its clock is no step for it.
    "clock-step": {
      begin: (now, node, by) => {
        if (node < submitters.count) scheduler.befalls(now, { kind: "clock-stepped", node, by });
      },
      end: nothing,
    },
    "clock-drift": {
      begin: (now, node, factor) => {
        if (node < submitters.count) scheduler.befalls(now, { kind: "clock-drifts", node, factor });
      },
      end: (now, node) => {
        if (node < submitters.count) scheduler.befalls(now, { kind: "clock-drifts", node, factor: 1 });
      },
    },
    "id-burst": {
      begin: (now, node) => scheduler.befalls(now, { kind: "ids-used", node, count: ID_BURST }),
      end: nothing,
    },
  } satisfies Record<string, FaultAction>;
}
