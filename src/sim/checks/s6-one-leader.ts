/** S6. Watches the lease and what is applied from the log: both belong to the one leader of the present term. */
import type { Tick } from "../../engine/time.ts";
import type { World } from "../world.ts";
import { type Checker, Invariant } from "./checker.ts";

export class OneLeader extends Invariant implements Checker {
  readonly invariant = "S6";
  readonly holds = "at most one leader per term; only it schedules";
  #world!: World;
  #term = 0;
  #holder = -1;
  /** Of the leader whose inputs the scheduler has. */
  #led = 0;

  begin(world: World): void {
    this.#world = world;
    this.#term = world.managers.lease.term;
    this.#holder = world.managers.lease.holder;
  }

  applied(now: Tick, term: number): void {
    const { managers } = this.#world;
    if (!managers.managed) return;
    if (term !== managers.lease.term)
      this.fail(`an entry written under term ${term} is applied in term ${managers.lease.term}`);
    if (managers.leading(now) === 0) this.fail("an entry is applied while nobody leads");
  }

  afterEvent({ managers, scheduler }: World): void {
    if (!managers.managed) return;
    const { term, holder } = managers.lease;
    if (term < this.#term) this.fail(`the term went from ${this.#term} back to ${term}`);
    if (term === this.#term && holder !== this.#holder && holder >= 0)
      this.fail(`manager ${holder + 1} and manager ${this.#holder + 1} lead in term ${term}`);
    this.#term = term;
    this.#holder = holder;
    if (scheduler.members.term < this.#led)
      this.fail(`the scheduler follows term ${scheduler.members.term} again`);
    this.#led = scheduler.members.term;
  }

  sweep({ managers, now }: World): void {
    if (!managers.managed) return;
    const leading = managers.leading(now);
    if (leading > 1) this.fail(`${leading} managers believe to lead at the same time`);
  }
}
