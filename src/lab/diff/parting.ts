/**
 * Runs two policies side by side, instant by instant, until they decide differently. The order of decisions within
 * an instant does not matter: it is what has been decided at its end.
 */
import { formatId } from "../../cluster/ids.ts";
import { SilentObserver } from "../../cluster/observers.ts";
import type { MachineId, StopReason, TaskSlot, TemplateId, TenantId } from "../../cluster/ports.ts";
import type { Scheduler } from "../../cluster/scheduler.ts";
import { SECOND, type Tick } from "../../engine/time.ts";
import { whyItStops, whyItWaits } from "../explain/words.ts";
import type { Replica } from "../replica.ts";
import type { Parting } from "../result.ts";
import { identity, type Side, sideReplica } from "./side.ts";

/** Null when they take the same decisions to the end. */
export function findParting(one: Side, other: Side): Parting | null {
  const a = new Walker(one);
  const b = new Walker(other);
  a.step();
  b.step();
  for (;;) {
    // The one that is behind did nothing in between that the other could have done, too.
    const at = Math.min(a.at, b.at);
    const inA = a.at === at ? a.decided : NOTHING;
    const inB = b.at === at ? b.decided : NOTHING;
    if (!sameKeys(inA, inB)) return { at: at / SECOND, did: [a.tell(inA, inB), b.tell(inB, inA)] };
    if (at === Number.POSITIVE_INFINITY) return null;
    const [stepA, stepB] = [a.at === at, b.at === at];
    if (stepA) a.step();
    if (stepB) b.step();
  }
}

interface Decided {
  readonly who: string | null;
  readonly text: string;
}
type Decisions = ReadonlyMap<string, Decided>;

const NOTHING: Decisions = new Map();
/** So many decisions of one instant are told on each side. */
const TOLD = 4;

function sameKeys(one: Decisions, other: Decisions): boolean {
  if (one.size !== other.size) return false;
  for (const key of one.keys()) if (!other.has(key)) return false;
  return true;
}

/** Goes through a run from one instant to the next. */
class Walker extends SilentObserver {
  /** The instant whose decisions are at hand; Infinity when the run is over. */
  at: Tick = -1;
  decided = new Map<string, Decided>();
  readonly #replica: Replica;
  #scheduler!: Scheduler;
  #settled = false;
  #refusals = 0;

  constructor(side: Side) {
    super();
    this.#replica = sideReplica(side, (scheduler) => {
      this.#scheduler = scheduler;
      return this;
    });
    this.#settled = false;
    this.decided.clear();
  }

  step(): void {
    this.decided = new Map();
    this.#settled = false;
    while (!this.#settled) {
      const goesOn = this.#replica.advance(1);
      if (this.#settled) break;
      if (goesOn) continue;
      this.at = Number.POSITIVE_INFINITY;
      return;
    }
    this.at = this.#scheduler.now;
  }

  override settled(): void {
    this.#settled = true;
  }

  override started(task: TaskSlot, machine: MachineId): void {
    const name = this.#scheduler.cluster.machines[machine]!.name;
    this.#decide(task, `start ${name}`, `${this.#nameOf(task)} starts on ${name}`);
  }

  stopping(task: TaskSlot, reason: StopReason): void {
    const { tasks, templates } = this.#scheduler;
    const { executionCap } = templates.specs[tasks.template[task]!]!;
    this.#decide(task, `stop ${reason}`, `${this.#nameOf(task)} ${whyItStops(reason, executionCap)}`);
  }

  override refused(tenant: TenantId, template: TemplateId): void {
    const { cluster, templates } = this.#scheduler;
    const text = `${templates.specs[template]!.class} of ${cluster.tenants[tenant]!.name} is refused`;
    // Two of a kind may be refused in one instant.
    this.decided.set(`refuse ${tenant} ${template} ${++this.#refusals}`, { who: null, text });
  }

  /** What it decided and the other did not, and what became here of those that the other started. */
  tell(mine: Decisions, others: Decisions): string[] {
    const told = [...mine].filter(([key]) => !others.has(key)).map(([, { text }]) => text);
    const mineWho = new Set([...mine.values()].map(({ who }) => who));
    for (const [key, { who }] of others) {
      if (mine.has(key) || who === null || mineWho.has(who)) continue;
      const waits = this.#whyItWaits(who);
      if (waits !== null) told.push(waits);
    }
    const more = told.length - TOLD;
    return more > 0 ? [...told.slice(0, TOLD), `and ${more} more decisions of this instant`] : told;
  }

  #whyItWaits(who: string): string | null {
    const { tasks, dispatcher } = this.#scheduler;
    let found: TaskSlot | null = null;
    tasks.each((task) => {
      if (identity(this.#replica.world, task) === who) found = task;
    });
    if (found === null || !dispatcher.waits(found)) return null;
    return `${this.#nameOf(found)} ${whyItWaits(dispatcher.whyWaits(found), tasks.lane[found]!)}`;
  }

  #decide(task: TaskSlot, what: string, text: string): void {
    const who = identity(this.#replica.world, task);
    this.decided.set(`${what} ${who}`, { who, text });
  }

  #nameOf(task: TaskSlot): string {
    const { tasks, templates } = this.#scheduler;
    return `${templates.specs[tasks.template[task]!]!.class} ${formatId(tasks.idTime[task]!, tasks.idTail[task]!)}`;
  }
}
