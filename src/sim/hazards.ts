/** Faults that lie in the tasks themselves: which of them are about, in which classes, and whom chance picks. */
import type { TemplateId } from "../cluster/ports.ts";
import type { Draws, Streams } from "../engine/random.ts";

export const HAZARDS = [
  "task-hang",
  "task-ignores-stop",
  "task-fails",
  "task-overuse",
  "task-kills-host",
  "task-lies",
  "task-output",
  "checkpoint-corrupt",
  "client-duplicate",
  "client-gone",
  "client-malformed",
  "client-cancel",
] as const;
export type Hazard = (typeof HAZARDS)[number];

export class Hazards {
  /** None is about: nobody need be asked. */
  any = false;
  readonly #draws: Readonly<Record<Hazard, Draws>>;
  /** By hazard, then by template: the chances of those that are about now. */
  readonly #chances: Readonly<Record<Hazard, Map<TemplateId, number[]>>>;

  constructor(streams: Streams) {
    this.#draws = record((hazard) => streams.draws("hazard", hazard));
    this.#chances = record(() => new Map());
  }

  begin(hazard: Hazard, template: TemplateId, chance: number): void {
    const chances = this.#chances[hazard];
    chances.set(template, [...(chances.get(template) ?? []), chance]);
    this.any = true;
  }

  end(hazard: Hazard, template: TemplateId, chance: number): void {
    const chances = this.#chances[hazard];
    const left = [...(chances.get(template) ?? [])];
    left.splice(left.indexOf(chance), 1);
    if (left.length > 0) chances.set(template, left);
    else chances.delete(template);
    this.any = HAZARDS.some((name) => this.#chances[name].size > 0);
  }

  /** Whether it strikes: the same answer for the same number (of a task or a submission) and turn. */
  strikes(hazard: Hazard, template: TemplateId, number: number, turn: number): boolean {
    if (!this.any) return false;
    const chances = this.#chances[hazard].get(template);
    if (chances === undefined) return false;
    const miss = chances.reduce((product, chance) => product * (1 - chance), 1);
    return this.#draws[hazard].uniformAt(number, turn) >= miss;
  }
}

function record<T>(make: (hazard: Hazard) => T): Record<Hazard, T> {
  return Object.fromEntries(HAZARDS.map((hazard) => [hazard, make(hazard)])) as Record<Hazard, T>;
}
