/** Monitoring: tells operators when the cluster enters and leaves peak time. Alerts on machines go out where they happen. */
import type { Fleet } from "./fleet.ts";
import { Alert, type Effects } from "./ports.ts";

export class Monitor {
  peak = false;
  readonly #fleet: Fleet;
  readonly #peakAt: number;
  readonly #effects: Effects;

  constructor(fleet: Fleet, peakAt: number, effects: Effects) {
    this.#fleet = fleet;
    this.#peakAt = peakAt;
    this.#effects = effects;
  }

  /** Called once per instant, after the decisions. */
  update(): void {
    const peak = this.#fleet.busy(this.#peakAt);
    if (peak === this.peak) return;
    this.peak = peak;
    this.#effects.alert(peak ? Alert.peakBegins : Alert.peakEnds, 0);
  }
}
