/** A network that loses, delays, doubles and reorders messages, and cuts machines off in one direction or both. */
import type { World } from "../world.ts";
import type { FaultAction } from "./action.ts";

export function networkFaults(world: World) {
  const { network, presence, machines } = world;
  /** Adds to a number of the machine's line, and takes it away again. */
  const adds = (column: Float64Array): FaultAction => ({
    begin: (_now, machine, number) => {
      column[machine]! += number;
    },
    end: (_now, machine, number) => {
      column[machine] = Math.max(0, column[machine]! - number);
    },
  });
  const cuts = (...directions: Int32Array[]): FaultAction => ({
    begin: (now, machine) => {
      machines.saveAll(now, machine);
      for (const direction of directions) direction[machine]!++;
      presence.look(now, machine);
    },
    end: (now, machine) => {
      for (const direction of directions) direction[machine]!--;
      presence.look(now, machine);
    },
  });
  const partition = cuts(network.cutTo, network.cutFrom);
  return {
    "network-loss": adds(network.loss),
    "network-delay": {
      ...adds(network.delay),
      begin: (now, machine, by) => {
        network.delay[machine]! += by;
        presence.delayed(now, machine, by);
      },
    },
    "network-duplicate": adds(network.duplication),
    "network-reorder": adds(network.jitter),
    "network-cut-to": cuts(network.cutTo),
    "network-cut-from": cuts(network.cutFrom),
    "network-partition": partition,
    // What was held up comes through in any order once the line is free.
    "network-clog": {
      begin: (now, machine, number) => partition.begin(now, machine, number),
      end: (now, machine, number) => {
        network.jitter[machine]! += network.resend;
        partition.end(now, machine, number);
        network.jitter[machine]! -= network.resend;
      },
    },
  } satisfies Record<string, FaultAction>;
}
