/** What the waiting tasks ask for, in sums that are kept as they come and go. Kept only where somebody asks. */
import { NEVER, type Tick } from "../engine/time.ts";
import type { TemplateId } from "./ports.ts";
import { CPU, MILLICORES } from "./resources.ts";
import type { TemplateSpec } from "./spec.ts";
import type { Templates } from "./templates.ts";

export class Demand {
  /** Thousandths of cores. */
  cpu = 0;
  readonly #templates: Templates;
  /** Tasks, by template. */
  readonly #waiting: number[] = [];

  constructor(templates: Templates) {
    this.#templates = templates;
  }

  add(template: TemplateId): void {
    this.#change(template, 1);
  }

  remove(template: TemplateId): void {
    this.#change(template, -1);
  }

  /**
   * Cores times ticks of the waiting tasks with at most this tolerance. What says nothing about how long it runs
   * counts as no work. Takes time in proportion to the templates.
   */
  work(tolerance: Tick): number {
    let work = 0;
    const waiting = this.#waiting;
    for (let template = 0; template < waiting.length; template++) {
      const spec = this.#templates.specs[template]!;
      const estimate = estimateOf(spec);
      if (estimate === NEVER || spec.delayTolerance > tolerance) continue;
      work += waiting[template]! * spec.resources[CPU]! * estimate;
    }
    return work / MILLICORES;
  }

  #change(template: TemplateId, sign: 1 | -1): void {
    this.cpu += sign * this.#templates.specs[template]!.resources[CPU]!;
    const waiting = this.#waiting;
    while (waiting.length <= template) waiting.push(0);
    waiting[template]! += sign;
  }
}

/** What its owner said, or else the longest that it may take. */
export function estimateOf({ estimate, executionCap }: TemplateSpec): Tick {
  return estimate === NEVER ? executionCap : estimate;
}
