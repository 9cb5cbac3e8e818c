/**
 * Autoscaling: keeps the fleet's capacity near a multiple of the demand, which is the cpu in use and asked for. It
 * orders machines that are off and retires those that are empty; booting and shutting down take the world's time.
 * Reactive: what it sees at one look is all it knows.
 */
import { type Context, Mark, Timer } from "./context.ts";
import { Alert, type MachineId } from "./ports.ts";
import { CPU } from "./resources.ts";
import type { AutoscaleSpec } from "./spec.ts";

export class Autoscaler {
  readonly #context: Context;
  readonly #spec: AutoscaleSpec;
  /** Switched off by this autoscaler. A machine that has crashed is not off: it is broken. */
  readonly #off: Uint8Array;
  /** By shape, at the present look: machines that are on and could hold it. */
  readonly #holders: number[] = [];

  constructor(context: Context) {
    this.#context = context;
    this.#spec = context.spec.control.monitor.autoscale!;
    this.#off = new Uint8Array(context.fleet.count);
  }

  begin(): void {
    this.#arm();
  }

  booted(machine: MachineId): void {
    this.#context.fleet.booting[machine] = 0;
  }

  look(): void {
    this.#arm();
    const { fleet, dispatcher } = this.#context;
    const wanted = (fleet.used[CPU]! + dispatcher.cpuAsked) * this.#spec.target;
    let capacity = fleet.capacity[CPU]!;
    let on = 0;
    for (let machine = 0; machine < fleet.count; machine++) {
      if (fleet.up[machine] === 1) on++;
      if (fleet.booting[machine] === 1) {
        on++;
        capacity += cpuOf(fleet.machines[machine]!.capacity[CPU]!);
      }
    }
    this.#coverAll();
    if (capacity < wanted || on < this.#spec.least) this.#orderMore(capacity, wanted, on);
    else this.#retire(capacity, wanted, on);
  }

  /** Some tasks fit on few machines: one of those is on for every shape there is, or such tasks would wait for ever. */
  #coverAll(): void {
    const { fleet } = this.#context;
    this.#holders.length = fleet.shapes.length;
    for (let shape = 0; shape < fleet.shapes.length; shape++) {
      let holders = 0;
      let spare = -1;
      for (let machine = fleet.count - 1; machine >= 0; machine--) {
        if (!fleet.couldHold(machine, shape)) continue;
        if (this.#isOn(machine)) holders++;
        else if (this.#off[machine] === 1) spare = machine;
      }
      if (holders === 0 && spare >= 0) {
        this.#order(spare);
        holders = 1;
      }
      this.#holders[shape] = holders;
    }
  }

  #orderMore(capacity: number, wanted: number, on: number): void {
    const { fleet } = this.#context;
    for (let machine = 0; machine < fleet.count; machine++) {
      if (capacity >= wanted && on >= this.#spec.least) return;
      if (this.#off[machine] === 0) continue;
      capacity += cpuOf(fleet.machines[machine]!.capacity[CPU]!);
      on++;
      this.#order(machine);
    }
  }

  #order(machine: MachineId): void {
    const { fleet, effects, digest, observer } = this.#context;
    this.#off[machine] = 0;
    fleet.booting[machine] = 1;
    digest.mix(Mark.power, machine, 1);
    this.#context.alert(Alert.machineOrdered, machine);
    effects.power(machine, true);
    observer.fleetChanged();
  }

  #retire(capacity: number, wanted: number, on: number): void {
    const { fleet, dispatcher, effects, digest, observer } = this.#context;
    for (let machine = fleet.count - 1; machine >= 0; machine--) {
      const cpu = cpuOf(fleet.machines[machine]!.capacity[CPU]!);
      if (on <= this.#spec.least) return;
      if (fleet.up[machine] === 0 || !fleet.isEmpty(machine) || capacity - cpu < wanted) continue;
      if (this.#isLastFor(machine)) continue;
      this.#off[machine] = 1;
      capacity -= cpu;
      on--;
      dispatcher.setUp(machine, false);
      digest.mix(Mark.power, machine, 0);
      this.#context.alert(Alert.machineRetired, machine);
      effects.power(machine, false);
      observer.fleetChanged();
    }
  }

  /** No other machine that is on could hold some shape; otherwise it is counted as gone. */
  #isLastFor(machine: MachineId): boolean {
    const { fleet } = this.#context;
    const holders = this.#holders;
    for (let shape = 0; shape < holders.length; shape++)
      if (holders[shape]! <= 1 && fleet.couldHold(machine, shape)) return true;
    for (let shape = 0; shape < holders.length; shape++)
      if (fleet.couldHold(machine, shape)) holders[shape]!--;
    return false;
  }

  #isOn(machine: MachineId): boolean {
    const { fleet } = this.#context;
    return fleet.up[machine] === 1 || fleet.booting[machine] === 1;
  }

  #arm(): void {
    const { timers, now } = this.#context;
    timers.add(now + this.#spec.every, 1, Timer.autoscale, 0, 0);
  }
}

/** A machine whose cpu is not limited adds nothing that could be compared. */
function cpuOf(capacity: number): number {
  return Number.isFinite(capacity) ? capacity : 0;
}
