/** Follows a few tasks through a run and adds up what they waited for, and who went before them although it came later. */
import { formatId } from "../../cluster/ids.ts";
import { SilentObserver } from "../../cluster/observers.ts";
import { LANES } from "../../cluster/policy.ts";
import type { Again, TaskSlot } from "../../cluster/ports.ts";
import type { Scheduler } from "../../cluster/scheduler.ts";
import { SECOND, type Tick } from "../../engine/time.ts";
import { whyAgain } from "../explain/words.ts";
import type { WaitShare } from "../result.ts";

export interface Followed {
  readonly reasons: readonly WaitShare[];
  readonly overtakenBy: Readonly<Record<string, number>>;
}

interface Share {
  ticks: Tick;
  readonly from: Tick;
  until: Tick;
  times: number;
}

interface Path {
  reason: string | null;
  since: Tick;
  /** Why it waits once more, until it runs again. */
  again: string | null;
  readonly shares: Map<string, Share>;
  readonly overtakenBy: Map<string, number>;
}

export class WaitReasons extends SilentObserver {
  readonly #wanted: ReadonlySet<string>;
  /** Of the wait for the first start alone. */
  readonly #firstOnly: boolean;
  readonly #paths = new Map<string, Path>();
  readonly #active = new Map<TaskSlot, Path>();
  #scheduler!: Scheduler;

  constructor(ids: readonly string[], firstOnly: boolean) {
    super();
    this.#wanted = new Set(ids);
    this.#firstOnly = firstOnly;
  }

  watch(scheduler: Scheduler): this {
    this.#scheduler = scheduler;
    return this;
  }

  of(id: string): Followed {
    const path = this.#paths.get(id);
    if (path === undefined) return { reasons: [], overtakenBy: {} };
    const reasons = [...path.shares].map(([reason, { ticks, from, until, times }]) => ({
      reason,
      seconds: ticks / SECOND,
      from: from / SECOND,
      until: until / SECOND,
      times,
    }));
    return {
      reasons: reasons.sort((a, b) => b.seconds - a.seconds),
      overtakenBy: Object.fromEntries([...path.overtakenBy].sort(([, a], [, b]) => b - a)),
    };
  }

  override submitted(task: TaskSlot): void {
    const { idTime, idTail } = this.#scheduler.tasks;
    const id = formatId(idTime[task]!, idTail[task]!);
    if (!this.#wanted.has(id)) return;
    const path = { reason: null, since: 0, again: null, shares: new Map(), overtakenBy: new Map() };
    this.#paths.set(id, path);
    this.#active.set(task, path);
  }

  override started(task: TaskSlot): void {
    const { tasks, templates, now } = this.#scheduler;
    for (const [followed, path] of this.#active) {
      if (followed === task || path.reason === null) continue;
      if (tasks.submittedAt[task]! <= tasks.submittedAt[followed]! || tasks.starts[task]! > 1) continue;
      const name = templates.specs[tasks.template[task]!]!.class;
      path.overtakenBy.set(name, (path.overtakenBy.get(name) ?? 0) + 1);
    }
    const path = this.#active.get(task);
    if (path === undefined) return;
    close(path, now);
    path.again = null;
    if (this.#firstOnly) this.#active.delete(task);
  }

  waitsAgain(task: TaskSlot, why: Again): void {
    const path = this.#active.get(task);
    if (path !== undefined) path.again = whyAgain(why);
  }

  override ended(task: TaskSlot): void {
    const path = this.#active.get(task);
    if (path === undefined) return;
    close(path, this.#scheduler.now);
    this.#active.delete(task);
  }

  override settled(): void {
    const { now } = this.#scheduler;
    for (const [task, path] of this.#active) {
      const reason = this.#reasonOf(task, path);
      if (reason === path.reason) continue;
      close(path, now);
      path.reason = reason;
      path.since = now;
    }
  }

  /** Null while it runs. */
  #reasonOf(task: TaskSlot, { again }: Path): string | null {
    const { tasks, dispatcher } = this.#scheduler;
    const once = again === null ? "" : ` (once more: ${again})`;
    if (!dispatcher.waits(task)) {
      if (tasks.pendingParents[task]! > 0) return "it depended on tasks that had not ended";
      if (tasks.startedAt[task]! >= 0 && again === null) return null;
      return again === null ? "it was on its way to the scheduler" : `it was held back${once}`;
    }
    const lane = LANES[tasks.lane[task]!];
    return `${WORDS[dispatcher.whyWaits(task).kind](lane ?? "")}${once}`;
  }
}

const WORDS = {
  batch: () => "it was in the backlog, for a batch",
  closed: (lane: string) => `the ${lane} lane was not served`,
  "no-room": () => "no machine had room for it",
  turn: () => "it was another tenant's turn",
  behind: (lane: string) => `others went before it in the ${lane} lane`,
} as const;

function close(path: Path, now: Tick): void {
  if (path.reason === null) return;
  if (now > path.since) {
    const share = path.shares.get(path.reason);
    if (share === undefined)
      path.shares.set(path.reason, { ticks: now - path.since, from: path.since, until: now, times: 1 });
    else {
      share.ticks += now - path.since;
      share.until = now;
      share.times++;
    }
  }
  path.reason = null;
}
