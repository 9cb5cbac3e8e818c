/** A progress bar with rate and remaining time, on stderr, only for a terminal, and only when there is time to read it. */
const QUIET_FOR = 500;
const REDRAW_EVERY = 100;
const BAR = 24;

export class ProgressBar {
  readonly #begun = performance.now();
  readonly #shown: boolean;
  #drawnAt = 0;
  #drawn = false;

  constructor(wanted: boolean) {
    this.#shown = wanted && process.stderr.isTTY === true;
  }

  /** `done` from 0 to 1; `count` of whatever `unit` says. */
  update(done: number, count: number, unit: string): void {
    const now = performance.now();
    const elapsed = now - this.#begun;
    if (!this.#shown || elapsed < QUIET_FOR || now - this.#drawnAt < REDRAW_EVERY) return;
    this.#drawnAt = now;
    this.#drawn = true;
    const filled = Math.round(done * BAR);
    const bar = "█".repeat(filled) + "░".repeat(BAR - filled);
    const left = done > 0 ? duration((elapsed / done) * (1 - done)) : "?";
    const rate = compact(count / (elapsed / 1000));
    process.stderr.write(
      `\r\x1b[K${bar} ${String(Math.floor(done * 100)).padStart(3)} %  ${rate} ${unit}/s  ${left} left`,
    );
  }

  /** Takes the bar off the screen. */
  clear(): void {
    if (this.#drawn) process.stderr.write("\r\x1b[K");
    this.#drawn = false;
  }
}

function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

function compact(value: number): string {
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)} M`;
  if (value >= 1e3) return `${(value / 1e3).toFixed(0)} k`;
  return value.toFixed(0);
}
