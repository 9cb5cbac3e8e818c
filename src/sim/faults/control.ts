/** The nodes of the control plane: limiters, submitters, the manager's replicas, and the clocks they go by. */
import type { World } from "../world.ts";
import { type FaultAction, nothing } from "./action.ts";

/** So many ids are used up at once that the sequence of a millisecond runs over. */
const ID_BURST = 2 ** 22;

export function controlFaults(world: World) {
  const { scheduler, presence, door, managers, recoveries } = world;
  const { limiters, submitters } = scheduler.intake;
  const isAlive = (node: number) => submitters.alive[node] === 1;
  const crash = (now: number, node: number) => {
    submitters.crash(node);
    presence.submitterCrashed(now, node);
  };
  const restart = (now: number, node: number) => {
    submitters.restart(node);
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
      begin: (now, node) => limiters.cut(now, node, true),
      end: (now, node) => limiters.cut(now, node, false),
    },
    "limiter-amnesia": { begin: (now, node) => limiters.amnesia(now, node), end: nothing },
    "submitter-crash": { canStrike: isAlive, begin: crash, end: restart },
    "submitter-rewind": {
      canStrike: isAlive,
      begin: crash,
      end: (now, node, by) => {
        submitters.stepClock(node, -Math.abs(by));
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
        submitters.leave(node);
        scheduler.submitterDown(now, node);
      },
      end: (now, node) => {
        submitters.join(node);
        presence.lookAtSubmitter(now, node);
      },
    },
    "manager-crash": {
      canStrike,
      begin: (now, replica) => {
        if (managers.lease.holder === replica) recoveries.struck(now, "leader", replica, 0);
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
      begin: (_now, node, by) => {
        if (node < submitters.count) submitters.stepClock(node, by);
      },
      end: nothing,
    },
    "clock-drift": {
      begin: (now, node, factor) => {
        if (node < submitters.count) submitters.drift(node, factor, now);
      },
      end: (now, node) => {
        if (node < submitters.count) submitters.drift(node, 1, now);
      },
    },
    "id-burst": { begin: (_now, node) => submitters.ids(node).skip(ID_BURST), end: nothing },
  } satisfies Record<string, FaultAction>;
}
