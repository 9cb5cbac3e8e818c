/**
 * Right-sizing: the order in which no heavy machine is used for a light task while a light one is free. Smaller is
 * less cpu, and at equal cpu less of all the rest, each resource measured by the most that any machine has of it.
 */
import type { MachineId } from "../ports.ts";
import { CPU, DIMENSIONS } from "../resources.ts";
import type { MachineSpec } from "../spec.ts";

/** The machines from the smallest to the largest; those of one size in scenario order. */
export function smallestFirst(machines: readonly MachineSpec[]): MachineId[] {
  const largest = Array.from({ length: DIMENSIONS }, (_, d) =>
    machines.reduce(
      (most, { capacity }) => (Number.isFinite(capacity[d]!) ? Math.max(most, capacity[d]!) : most),
      0,
    ),
  );
  const rest = machines.map(({ capacity }) =>
    capacity.reduce((sum, amount, d) => (d === CPU ? sum : sum + scaled(amount, largest[d]!)), 0),
  );
  const cpu = (machine: MachineId) => machines[machine]!.capacity[CPU]!;
  return machines
    .map((_, machine) => machine)
    .sort((a, b) => {
      if (cpu(a) !== cpu(b)) return cpu(a) < cpu(b) ? -1 : 1;
      return rest[a]! - rest[b]! || a - b;
    });
}

/** From 0 to 1; without a limit it is larger than the largest that has one. */
function scaled(amount: number, largest: number): number {
  if (amount === Number.POSITIVE_INFINITY) return 2;
  return largest === 0 ? 0 : amount / largest;
}
