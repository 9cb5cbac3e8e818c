/**
 * M/M/c on sim.js: an entity submits, a facility with c servers serves first come, first served, and its own statistics
 * tell the wait. Draws the very arrivals and durations that a run of `sim` with this seed draws.
 */
import { Streams } from "../../src/engine/random.ts";

/** What is used of sim.js, which has no types of its own. */
interface SimJs {
  readonly Sim: new () => { addEntity(kind: new () => object): void; simulate(until: number): void };
  readonly Entity: new () => {
    setTimer(duration: number): Request;
    useFacility(facility: Facility, duration: number): Request;
    time(): number;
  };
  readonly Facility: (new (
    name: string,
    discipline: number,
    servers: number,
  ) => Facility) & {
    readonly FCFS: number;
  };
}
interface Request {
  done(callback: () => void): Request;
}
interface Facility {
  queueStats(): { readonly durationSeries: { average(): number } };
}

const SECOND = 1e6;

/** Mean wait in seconds, with a mean service time of one. */
export async function simJsMmc(
  servers: number,
  utilization: number,
  tasks: number,
  seed: number,
): Promise<number> {
  const { Sim, Entity, Facility } = await load();
  const streams = new Streams(seed, 0);
  const arrivals = streams.stream("arrivals", "t/job");
  const durations = streams.stream("duration", "t/job/0");
  const gap = SECOND / (servers * utilization);
  const machines = new Facility("machines", Facility.FCFS, servers);
  let submitted = 0;
  let exact = 0;

  class Clients extends Entity {
    start(): void {
      this.#next();
    }
    #next(): void {
      exact += gap * arrivals.exponential();
      this.setTimer(Math.floor(exact + 0.5) - this.time()).done(() => this.#submit());
    }
    #submit(): void {
      this.useFacility(machines, Math.round(SECOND * durations.exponential())).done(() => {});
      if (++submitted < tasks) this.#next();
    }
  }

  const sim = new Sim();
  sim.addEntity(Clients);
  sim.simulate(Number.POSITIVE_INFINITY);
  return machines.queueStats().durationSeries.average() / SECOND;
}

/** It was built for the browser and leaves its classes on the window. */
async function load(): Promise<SimJs> {
  const window: { Sim?: SimJs } = {};
  Object.assign(globalThis, { window });
  // @ts-expect-error it has no types
  await import("simjs");
  return window.Sim!;
}
