/** What has arrived from agents since the last round, in its order. A result that is repeated is kept once. */
import type { AgentEvents } from "./agents.ts";
import type { LiveError } from "./errors.ts";
import { attemptKey, type Hello, type Said } from "./protocol.ts";

export type Arrival =
  | { readonly kind: "joined"; readonly agent: number; readonly hello: Hello; readonly same: boolean }
  | { readonly kind: "said"; readonly agent: number; readonly message: Said }
  | { readonly kind: "away"; readonly agent: number }
  | { readonly kind: "lost"; readonly agent: number };

export class Inbox {
  #arrivals: Arrival[] = [];
  readonly #results = new Set<string>();

  add(arrival: Arrival): void {
    if (arrival.kind === "said" && arrival.message.type === "result") {
      const key = attemptKey(arrival.message.result);
      if (this.#results.has(key)) return;
      this.#results.add(key);
    }
    this.#arrivals.push(arrival);
  }

  take(): Arrival[] {
    const arrivals = this.#arrivals;
    this.#arrivals = [];
    this.#results.clear();
    return arrivals;
  }
}

/** Puts what agents do into the inbox, and says that something came. */
export function intoInbox(
  inbox: Inbox,
  arrived: () => void,
  failed: (error: LiveError) => void,
): AgentEvents {
  const add = (arrival: Arrival) => {
    inbox.add(arrival);
    arrived();
  };
  return {
    joined: (agent, hello, same) => add({ kind: "joined", agent, hello, same }),
    said: (agent, message) => add({ kind: "said", agent, message }),
    away: (agent) => add({ kind: "away", agent }),
    lost: (agent) => add({ kind: "lost", agent }),
    failed,
  };
}
