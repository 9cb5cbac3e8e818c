/** S12. A run has the number of a period that has come and that no run had before. */
import type { TaskSlot } from "../../cluster/ports.ts";
import { type Checker, Invariant } from "./checker.ts";
import { Schedules } from "./schedules.ts";

export class Periods extends Invariant implements Checker {
  readonly invariant = "S12";
  readonly holds = "a periodic task runs at most once per instant";
  readonly #schedules = new Schedules(this.scheduler);

  submitted(task: TaskSlot): void {
    const { tasks } = this.scheduler;
    const period = tasks.period[task]!;
    if (period === 0) {
      this.#schedules.begin(task);
      return;
    }
    const schedule = this.#schedules.of(tasks.tenant[task]!, tasks.template[task]!);
    if (schedule === undefined) this.fail(`${this.task(task)} repeats what nobody has submitted`);
    if (period <= schedule.lastRun)
      this.fail(`${this.task(task)} is another run of period ${period}, after one of ${schedule.lastRun}`);
    if (period > schedule.until(this.now))
      this.fail(`${this.task(task)} runs before period ${period} has come`);
    schedule.lastRun = period;
  }
}
