/**
 * The built-in work: it keeps a cpu busy until a deadline, and saves how far it got where its task can be resumed. Each
 * save is said on standard output, for the agent; a checkpoint that should be there and cannot be read is said, too,
 * and then the work begins anew.
 */
import { saveCheckpoint, savedProgress } from "./checkpoint.ts";
import type { CheckpointOrder } from "./protocol.ts";
import type { WorkOrder } from "./work-order.ts";

/** Between two looks at whether the agent is still there, or has asked to stop. */
const SLICE = 10;
/** However close checkpoints are in the time of the scenario, the disk is left alone for so long. */
const SAVE_EVERY = 100;
/** What is said instead of a progress when nothing could be read. */
export const LOST = "lost";

export class BusyWork {
  readonly #order: WorkOrder;
  readonly #checkpoint: CheckpointOrder | null;
  readonly #finish: (succeeded: boolean) => void;
  #deadline: number;
  #saved = 0;
  #savedAt = 0;

  constructor(order: WorkOrder, finish: (succeeded: boolean) => void) {
    this.#order = order;
    this.#checkpoint = order.checkpoint;
    this.#finish = finish;
    this.#deadline = order.deadline;
  }

  begin(): void {
    if (this.#checkpoint !== null) this.#resume(this.#checkpoint);
    this.#slice();
  }

  #slice(): void {
    const sliceEnd = Math.min(Date.now() + SLICE, this.#deadline);
    while (Date.now() < sliceEnd);
    if (Date.now() >= this.#deadline) {
      this.#finish(!this.#order.fails);
      return;
    }
    if (this.#checkpoint !== null && Date.now() >= this.#savedAt + SAVE_EVERY)
      this.#save(this.#lastCheckpoint(this.#checkpoint));
    setImmediate(() => this.#slice());
  }

  #resume(checkpoint: CheckpointOrder): void {
    this.#saved = checkpoint.from;
    this.#savedAt = Date.now();
    if (savedProgress(this.#order.checkpoints, this.#order.task) < checkpoint.from) {
      this.#saved = 0;
      this.#deadline += checkpoint.from / checkpoint.perMillisecond;
      say(LOST);
    }
    // Asked to stop: what has been done since the last checkpoint need not be done again.
    process.on("SIGTERM", () => {
      this.#save(checkpoint.anywhere ? this.#done(checkpoint) : this.#lastCheckpoint(checkpoint));
      this.#finish(false);
    });
  }

  #done({ end, perMillisecond }: CheckpointOrder): number {
    return Math.max(0, end - Math.max(0, this.#deadline - Date.now()) * perMillisecond);
  }

  #lastCheckpoint(checkpoint: CheckpointOrder): number {
    return Math.floor(this.#done(checkpoint) / checkpoint.every) * checkpoint.every;
  }

  #save(progress: number): void {
    const whole = Math.floor(progress);
    if (whole <= this.#saved) return;
    this.#saved = whole;
    this.#savedAt = Date.now();
    const { checkpoints, task, token } = this.#order;
    if (saveCheckpoint(checkpoints, task, token, whole)) say(String(whole));
  }
}

function say(word: string): void {
  process.stdout.write(`${word}\n`);
}
