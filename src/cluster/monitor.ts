/**
 * Monitoring: tells operators when the cluster enters and leaves peak time and which machines nobody uses, and keeps
 * the price of energy up to date. Alerts on nodes that fail or are missing go out where that is noticed.
 */
import { DAY, MILLISECOND, NEVER, type Tick } from "../engine/time.ts";
import { type Context, Timer } from "./context.ts";
import { Alert } from "./ports.ts";

export class Monitor {
  peak = false;
  readonly #context: Context;
  readonly #peakAt: number;
  readonly #unusedAfter: Tick;
  /** By machine: since when it is known to have nothing to do, or −1. */
  readonly #idleSince: Float64Array;

  constructor(context: Context) {
    this.#context = context;
    this.#peakAt = context.spec.control.peakAt;
    this.#unusedAfter = context.spec.control.monitor.unusedAfter;
    this.#idleSince = new Float64Array(this.#unusedAfter < NEVER ? context.fleet.count : 0);
  }

  begin(): void {
    if (this.#unusedAfter < NEVER) this.#context.timers.add(this.#unusedAfter, 1, Timer.unused, 0, 0);
    if (this.#context.spec.control.prices.length > 0) this.priceChanged();
  }

  /** Called once per instant, after the decisions. */
  update(): void {
    const peak = this.#context.fleet.busy(this.#peakAt);
    if (peak === this.peak) return;
    this.peak = peak;
    this.#context.alert(peak ? Alert.peakBegins : Alert.peakEnds, 0);
  }

  /** A machine that had nothing to do at two looks and started nothing between them is unused. */
  lookForUnused(): void {
    const { fleet, timers, now } = this.#context;
    for (let machine = 0; machine < fleet.count; machine++) {
      const idle = fleet.up[machine] === 1 && fleet.isEmpty(machine);
      const since = this.#idleSince[machine]!;
      if (!idle || fleet.usedAt[machine]! > since) this.#idleSince[machine] = idle ? now : NEVER;
      else if (since < now) {
        this.#context.alert(Alert.machineUnused, machine);
        this.#idleSince[machine] = now;
      }
    }
    timers.add(now + this.#unusedAfter, 1, Timer.unused, 0, 0);
  }

  /** Sets the price of this part of the day, and a timer for the next. */
  priceChanged(): void {
    const { fleet, spec, timers, now, observer } = this.#context;
    const { prices, epoch } = spec.control;
    const part = DAY / prices.length;
    const inDay = (now + (epoch % (DAY / MILLISECOND)) * MILLISECOND) % DAY;
    const index = Math.min(prices.length - 1, Math.floor(inDay / part));
    fleet.price = prices[index]!;
    observer.fleetChanged();
    timers.add(now + Math.max(1, Math.ceil((index + 1) * part - inDay)), 1, Timer.price, 0, 0);
  }
}
