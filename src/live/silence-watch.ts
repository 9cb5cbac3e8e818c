/** Notices agents that are connected but no longer say anything: a frozen process keeps its socket open. */
import type { AgentLink } from "./agent-link.ts";
import { BEAT_EVERY, SILENT_AFTER } from "./timings.ts";

export class SilenceWatch {
  readonly #onSilent: (agent: number) => void;
  #timer: NodeJS.Timeout | null = null;
  #lookedAt = 0;

  constructor(onSilent: (agent: number) => void) {
    this.#onSilent = onSilent;
  }

  begin(links: () => readonly (AgentLink | null)[]): void {
    this.#lookedAt = performance.now();
    this.#timer = setInterval(() => this.#look(links()), BEAT_EVERY);
  }

  end(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  #look(links: readonly (AgentLink | null)[]): void {
    const now = performance.now();
    // When this process itself was held up, what agents said meanwhile has not been read yet.
    const heldUp = now - this.#lookedAt > 2 * BEAT_EVERY;
    this.#lookedAt = now;
    links.forEach((link, agent) => {
      if (link === null) return;
      if (heldUp) link.heardAt = now;
      else if (now - link.heardAt > SILENT_AFTER) this.#onSilent(agent);
    });
  }
}
