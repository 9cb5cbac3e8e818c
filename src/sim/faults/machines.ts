/** Machines that die, stand still, drag, lose their disk, refuse, forget, or say they are free when they are not. */
import type { World } from "../world.ts";
import { type FaultAction, nothing } from "./action.ts";

export function machineFaults(world: World) {
  const { machines, presence } = world;
  const canStrike = (machine: number) => machines.alive[machine] === 1;
  const crash: FaultAction = {
    canStrike,
    begin: (now, machine) => presence.crash(now, machine),
    end: (now, machine) => presence.revive(now, machine),
  };
  /** Adds to a number of the machine, and takes it away again. */
  const adds = (column: Float64Array): FaultAction => ({
    canStrike,
    begin: (_now, machine, number) => {
      column[machine]! += number;
    },
    end: (_now, machine, number) => {
      column[machine] = Math.max(0, column[machine]! - number);
    },
  });
  return {
    "machine-crash": crash,
    "machine-restart": crash,
    "machine-pause": {
      // What stands still cannot be stopped: so times up and down take turns, as those of a crash.
      canStrike: (machine) => canStrike(machine) && machines.paused[machine] === 0,
      begin: (now, machine) => {
        machines.saveAll(now, machine);
        machines.paused[machine]!++;
        machines.rateChanged(now, machine);
        presence.look(now, machine);
      },
      end: (now, machine) => {
        machines.paused[machine]!--;
        machines.rateChanged(now, machine);
        presence.look(now, machine);
      },
    },
    "machine-slow": {
      canStrike,
      begin: (now, machine, factor) => {
        machines.slowness[machine]! *= factor;
        machines.rateChanged(now, machine);
      },
      end: (now, machine, factor) => {
        machines.slowness[machine]! /= factor;
        machines.rateChanged(now, machine);
      },
    },
    "machine-disk-lost": {
      canStrike,
      begin: (now, machine) => machines.loseDisk(now, machine),
      end: nothing,
    },
    "machine-refuses": adds(machines.refuses),
    "machine-leak": adds(machines.leaks),
    "machine-slow-release": adds(machines.releaseDelay),
    "machine-stale": adds(machines.staleFor),
  } satisfies Record<string, FaultAction>;
}
