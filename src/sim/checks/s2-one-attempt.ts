/**
 * S2. Attempts as the observer hears of them, and those that really run: a task has one that counts, each is there
 * once, and one that is reported as over is over.
 */
import { type MachineId, Outcome, type TaskSlot, type Token } from "../../cluster/ports.ts";
import { Status } from "../../cluster/tasks.ts";
import { NONE } from "../attempts.ts";
import type { World } from "../world.ts";
import { type Checker, Invariant } from "./checker.ts";

export class OneAttempt extends Invariant implements Checker {
  readonly invariant = "S2";
  readonly holds =
    "at most one live lease per attempt; fencing tokens only grow; an old token or an old leader is refused";
  /** By slot: the last token, and the one of the attempt that counts or 0. */
  readonly #last: number[] = [];
  readonly #present: number[] = [];
  /** Attempts that ended with this event: slot, token, machine. */
  readonly #over: number[] = [];
  readonly #fenced = new Set<number>();
  /** By slot: in which sweep a running attempt of it was seen. */
  readonly #seen: number[] = [];
  #sweeps = 0;

  started(task: TaskSlot): void {
    const token = this.scheduler.tasks.token[task]!;
    if ((this.#present[task] ?? 0) !== 0)
      this.fail(`${this.task(task)} starts while an attempt of it counts`);
    if (token <= (this.#last[task] ?? 0))
      this.fail(`${this.task(task)} starts under token ${token} after ${this.#last[task]}`);
    this.#last[task] = token;
    this.#present[task] = token;
  }

  attemptEnded(task: TaskSlot, machine: MachineId, outcome: Outcome): void {
    const token = this.#present[task] ?? 0;
    if (token === 0) this.fail(`an attempt of ${this.task(task)} ends and none counts`);
    this.#present[task] = 0;
    if (outcome !== Outcome.lost) this.#over.push(task, token, machine);
  }

  fenced(task: TaskSlot, token: Token): void {
    if (this.#present[task] !== token)
      this.fail(`${this.task(task)} is fenced under token ${token}, and ${this.#present[task] ?? 0} counts`);
    this.#present[task] = 0;
    this.#fenced.add(nameOf(task, token));
  }

  ended(task: TaskSlot): void {
    if ((this.#present[task] ?? 0) !== 0) this.fail(`${this.task(task)} has ended and still has an attempt`);
  }

  /** What the scheduler takes for over is not running under that very token: else another one's report was accepted. */
  afterEvent({ machines }: World): void {
    const over = this.#over;
    if (over.length === 0) return;
    for (let i = 0; i < over.length; i += 3)
      if (machines.attempts.find(over[i]!, over[i + 1]!, over[i + 2]!) !== NONE)
        this.fail(
          `the attempt ${over[i + 1]} of slot ${over[i]} is taken for over and runs on ${this.machine(over[i + 2]!)}`,
        );
    over.length = 0;
  }

  sweep(world: World): void {
    const { attempts } = world.machines;
    const sweep = ++this.#sweeps;
    for (let machine = 0; machine < attempts.first.length; machine++) {
      for (let attempt = attempts.first[machine]!; attempt !== NONE; attempt = attempts.next[attempt]!) {
        const task = attempts.task[attempt]!;
        this.#isKnown(task, attempts.token[attempt]!, machine);
        if (this.#seen[task] === sweep) this.#isThereOnce(world, task);
        this.#seen[task] = sweep;
      }
    }
  }

  /** On a machine that is believed up, nothing runs that the scheduler knows nothing of. */
  #isKnown(task: TaskSlot, token: Token, machine: MachineId): void {
    const { tasks, fleet } = this.scheduler;
    if (fleet.up[machine] === 0) return;
    const status = tasks.status[task];
    const counts = tasks.token[task] === token && (status === Status.running || status === Status.stopping);
    if (!counts && !this.#fenced.has(nameOf(task, token)))
      this.fail(
        `${this.machine(machine)} runs the attempt ${token} of slot ${task}, which the scheduler has forgotten`,
      );
  }

  #isThereOnce({ machines }: World, task: TaskSlot): void {
    const { attempts } = machines;
    const tokens = new Set<number>();
    for (let machine = 0; machine < attempts.first.length; machine++) {
      for (const attempt of attempts.on(machine)) {
        if (attempts.task[attempt] !== task) continue;
        const token = attempts.token[attempt]!;
        if (tokens.has(token)) this.fail(`the attempt ${token} of slot ${task} runs twice`);
        tokens.add(token);
      }
    }
  }
}

function nameOf(task: TaskSlot, token: Token): number {
  return task * 2 ** 31 + token;
}
