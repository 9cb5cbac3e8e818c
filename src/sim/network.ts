/**
 * The network between the scheduler and its machines: how long a message takes, whether it is lost or doubled, and
 * who is cut off. Whoever expects an answer asks again, so a lost message is a late one, and may be a double one.
 */
import type { MachineId } from "../cluster/ports.ts";
import { type Distribution, distribution } from "../engine/distributions.ts";
import type { Random, Streams } from "../engine/random.ts";
import type { Tick } from "../engine/time.ts";
import type { Scenario } from "../scenario/model.ts";

export class Network {
  /** Messages take no time and always arrive: nobody need be asked. */
  readonly ideal: boolean;
  readonly resend: Tick;
  /** By machine: how many faults cut it off in each direction. */
  readonly cutTo: Int32Array;
  readonly cutFrom: Int32Array;
  /** By machine: chances and ticks that faults add. */
  readonly loss: Float64Array;
  readonly duplication: Float64Array;
  readonly delay: Float64Array;
  readonly jitter: Float64Array;
  /** Chance that an acknowledgement is lost, wherever it goes. */
  ackLoss = 0;
  readonly #random: Random;
  readonly #machines: Distribution | null;
  readonly #clients: Distribution | null;
  readonly #far: Float64Array;

  constructor(scenario: Scenario, streams: Streams) {
    const { network, cluster, faults } = scenario;
    const { length } = cluster.machines;
    this.resend = network.resend;
    this.cutTo = new Int32Array(length);
    this.cutFrom = new Int32Array(length);
    this.loss = new Float64Array(length).fill(network.loss);
    this.duplication = new Float64Array(length).fill(network.duplication);
    this.delay = new Float64Array(length);
    this.jitter = new Float64Array(length);
    this.#random = streams.stream("network");
    this.#machines = network.machines === null ? null : distribution(network.machines);
    this.#clients = network.clients === null ? null : distribution(network.clients);
    this.#far = Float64Array.from(cluster.machines, ({ datacenter }) =>
      network.home !== "" && datacenter !== network.home ? network.between : 0,
    );
    this.ideal =
      this.#machines === null &&
      network.loss === 0 &&
      network.duplication === 0 &&
      this.#far.every((far) => far === 0) &&
      !faults.some(({ kind }) => NEEDS_MESSAGES.some((start) => kind.startsWith(start)));
  }

  /** One way between the scheduler and a machine. */
  latency(machine: MachineId): Tick {
    const drawn = this.#machines === null ? 0 : this.#machines.sample(this.#random);
    const jitter = this.jitter[machine]! > 0 ? this.jitter[machine]! * this.#random.uniform() : 0;
    return Math.round(drawn + this.#far[machine]! + this.delay[machine]! + jitter);
  }

  isLost(machine: MachineId): boolean {
    return this.#happens(this.loss[machine]!);
  }

  isDoubled(machine: MachineId): boolean {
    return this.#happens(this.duplication[machine]!);
  }

  isAckLost(machine: MachineId): boolean {
    return this.#happens(1 - (1 - this.loss[machine]!) * (1 - this.ackLoss));
  }

  isClientAckLost(): boolean {
    return this.#happens(this.ackLoss);
  }

  /** On average, one way between a client and the way in. */
  get meanClientLatency(): number {
    return this.#clients?.mean ?? 0;
  }

  /** One way between a client and the way in. */
  clientLatency(): Tick {
    return this.#clients === null ? 0 : Math.round(this.#clients.sample(this.#random));
  }

  #happens(chance: number): boolean {
    return chance > 0 && this.#random.uniform() < chance;
  }
}

/** Faults that show only where orders and reports are messages that can be late, lost or refused. */
const NEEDS_MESSAGES = [
  "network-",
  "machine-pause",
  "machine-leak",
  "machine-slow-release",
  "queue-late",
  "ack-loss",
  "store-",
  "manager-",
];
