import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Fleet } from "../../src/cluster/fleet.ts";
import { ANYWHERE, homes } from "../../src/cluster/placement/near.ts";
import { placement } from "../../src/cluster/placement/placement.ts";
import { PLACEMENTS } from "../../src/cluster/policy.ts";
import { CPU } from "../../src/cluster/resources.ts";
import { Streams } from "../../src/engine/random.ts";
import { cluster, vector } from "../support/bench.ts";

const amount = fc.integer({ min: 1, max: 8 });
const SITES = ["north", "south", "west"];
const setting = fc.record({
  machines: fc.array(fc.record({ cpu: amount, memory: amount, site: fc.constantFrom(...SITES) }), {
    minLength: 1,
    maxLength: 40,
  }),
  shapes: fc.array(
    fc.record({ cpu: fc.integer({ min: 0, max: 8 }), memory: fc.integer({ min: 0, max: 8 }) }),
    { minLength: 1, maxLength: 5 },
  ),
  steps: fc.array(
    fc.record({ do: fc.constantFrom("place", "place", "release", "down", "up"), which: fc.nat(1000) }),
    { maxLength: 200 },
  ),
});

function fleetOf(machines: readonly { cpu: number; memory: number; site?: string }[]): Fleet {
  const specs = machines.map(({ site = "north", ...amounts }) => ({
    capacity: vector(amounts, Number.POSITIVE_INFINITY),
    datacenter: site,
  }));
  return new Fleet(cluster({ machines: specs }).machines);
}

describe.each(PLACEMENTS)("%s", (name) => {
  test("finds a machine exactly when there is one, and the one its name promises", () => {
    fc.assert(
      fc.property(setting, ({ machines, shapes, steps }) => {
        const fleet = fleetOf(machines);
        const index = placement(name, fleet, new Streams(1, 0).stream("placement"));
        const tenants = [...SITES, "nowhere"].map((datacenter) => ({
          ...cluster({}).tenants[0]!,
          datacenter,
        }));
        const homeOf = homes({ ...cluster({}), tenants, machines: fleet.machines });
        const ids = shapes.map((amounts) => fleet.shape(vector(amounts, 0)));
        index.rebuild();
        const running: { machine: number; shape: number }[] = [];
        for (const { do: what, which } of steps) {
          if (what === "place") {
            const shape = ids[which % ids.length]!;
            const tenant = which % tenants.length;
            const machine = index.find(shape, homeOf[tenant]!);
            const fitting = machines.flatMap((_, m) =>
              fleet.fits(m, shape) && fleet.up[m] === 1 ? [m] : [],
            );
            if (fitting.length === 0) {
              expect(machine).toBe(-1);
              continue;
            }
            expect(fitting).toContain(machine);
            const free = (m: number) => fleet.free[CPU]![m]!;
            if (name === "first-fit") expect(machine).toBe(fitting[0]);
            // Buckets are 1/1024 of the largest machine, far finer than the whole cores of this test.
            if (name === "right-size") {
              const size = (m: number) => machines[m]!.cpu * 100 + machines[m]!.memory;
              const smallest = Math.min(...fitting.map(size));
              expect(machine).toBe(fitting.find((m) => size(m) === smallest));
            }
            if (name === "near") {
              const atHome = fitting.filter((m) => machines[m]!.site === tenants[tenant]!.datacenter);
              expect(machine).toBe(atHome[0] ?? fitting[0]);
            }
            if (name === "best-fit") expect(free(machine)).toBe(Math.min(...fitting.map(free)));
            if (name === "worst-fit") expect(free(machine)).toBe(Math.max(...fitting.map(free)));
            fleet.reserve(machine, shape);
            index.changed(machine);
            running.push({ machine, shape });
          } else if (what === "release" && running.length > 0) {
            const [{ machine, shape }] = running.splice(which % running.length, 1) as [
              { machine: number; shape: number },
            ];
            fleet.release(machine, shape);
            index.changed(machine);
          } else {
            const machine = which % machines.length;
            const up = what === "up";
            if (running.some((task) => task.machine === machine) || (fleet.up[machine] === 1) === up)
              continue;
            if (what === "release") continue;
            fleet.setUp(machine, up);
            index.changed(machine);
          }
        }
      }),
      { numRuns: 200, seed: 3 },
    );
  });
});

test("random placement is uniform over the machines that fit, few or many", () => {
  const fleet = fleetOf(Array.from({ length: 50 }, (_, i) => ({ cpu: i % 10 === 0 ? 4 : 1, memory: 1 })));
  const index = placement("random", fleet, new Streams(5, 0).stream("placement"));
  const shape = fleet.shape(vector({ cpu: 2 }, 0));
  const counts = new Map<number, number>();
  const draws = 50_000;
  for (let i = 0; i < draws; i++) {
    const machine = index.find(shape, ANYWHERE);
    counts.set(machine, (counts.get(machine) ?? 0) + 1);
  }
  expect([...counts.keys()].sort((a, b) => a - b)).toEqual([0, 10, 20, 30, 40]);
  const expected = draws / 5;
  const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  expect(chiSquare).toBeLessThan(18.5); // 0.1% of 4 degrees of freedom
});

test("power of two prefers the emptier machine", () => {
  const fleet = fleetOf([
    { cpu: 8, memory: 1 },
    { cpu: 1, memory: 1 },
  ]);
  const index = placement("power-of-two", fleet, new Streams(6, 0).stream("placement"));
  const shape = fleet.shape(vector({ cpu: 1 }, 0));
  let emptier = 0;
  for (let i = 0; i < 4_000; i++) if (index.find(shape, ANYWHERE) === 0) emptier++;
  // It loses only when both draws name the fuller machine: one time in four.
  expect(emptier / 4_000).toBeGreaterThan(0.72);
  expect(emptier / 4_000).toBeLessThan(0.78);
});

test("right-size keeps the heavy machines free while a light one has room, whatever their order", () => {
  const fleet = fleetOf([
    { cpu: 8, memory: 64 },
    { cpu: 2, memory: 16 },
    { cpu: 2, memory: 4 },
    { cpu: 8, memory: 32 },
  ]);
  const index = placement("right-size", fleet, new Streams(7, 0).stream("placement"));
  const shape = fleet.shape(vector({ cpu: 2, memory: 4 }, 0));
  index.rebuild();
  const chosen = Array.from({ length: 6 }, () => {
    const machine = index.find(shape, ANYWHERE);
    fleet.reserve(machine, shape);
    index.changed(machine);
    return machine;
  });
  expect(chosen).toEqual([2, 1, 3, 3, 3, 3]);
});

test("a fleet never gives out more than it has, and never takes back what it did not give", () => {
  const fleet = fleetOf([{ cpu: 2, memory: 2 }]);
  const shape = fleet.shape(vector({ cpu: 2, memory: 1 }, 0));
  fleet.reserve(0, shape);
  expect(() => fleet.reserve(0, shape)).toThrow("more than it has");
  fleet.release(0, shape);
  expect(() => fleet.release(0, shape)).toThrow("released twice");
});
