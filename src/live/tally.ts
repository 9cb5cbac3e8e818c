/** Counts tasks as they come and go, for a line of progress. */
import { SilentObserver } from "../cluster/observers.ts";

export class Tally extends SilentObserver {
  submittedTasks = 0;
  endedTasks = 0;
  running = 0;

  override submitted(): void {
    this.submittedTasks++;
  }
  override started(): void {
    this.running++;
  }
  override attemptEnded(): void {
    this.running--;
  }
  override ended(): void {
    this.endedTasks++;
  }
}
