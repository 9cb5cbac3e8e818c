/** The templates that tasks are submitted from, with what the scheduler looks up in them for every task. */
import type { Fleet, ShapeId } from "./fleet.ts";
import type { TemplateId } from "./ports.ts";
import type { TemplateSpec } from "./spec.ts";

export class Templates {
  readonly specs: TemplateSpec[] = [];
  readonly shapes: ShapeId[] = [];
  readonly #fleet: Fleet;

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  add(spec: TemplateSpec): TemplateId {
    this.specs.push(spec);
    this.shapes.push(this.#fleet.shape(spec.resources));
    return this.specs.length - 1;
  }
}
