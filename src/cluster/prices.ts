/** What energy costs by the time of day (UTC). A day is cut into equal parts, each with its price. */
import { DAY, NEVER, type Tick } from "../engine/time.ts";

export class Prices {
  /** Over the day. */
  readonly mean: number;
  readonly least: number;
  readonly #prices: readonly number[];
  /** The time of day at tick 0. */
  readonly #from: Tick;

  /** `epoch`: milliseconds since 1970 at tick 0. No prices: always 1. */
  constructor(prices: readonly number[], epoch: number) {
    this.#prices = prices.length === 0 ? [1] : prices;
    this.#from = (epoch * 1_000) % DAY;
    this.mean = this.#prices.reduce((sum, price) => sum + price, 0) / this.#prices.length;
    this.least = Math.min(...this.#prices);
  }

  at(now: Tick): number {
    return this.#prices[this.#part(now)]!;
  }

  /** When the next part of the day begins; NEVER when there is only one price. */
  nextAfter(now: Tick): Tick {
    const parts = this.#prices.length;
    if (parts === 1) return NEVER;
    const begins = Math.ceil(((this.#part(now) + 1) * DAY) / parts);
    return now + begins - ((this.#from + now) % DAY);
  }

  #part(now: Tick): number {
    return Math.floor((((this.#from + now) % DAY) * this.#prices.length) / DAY);
  }
}
