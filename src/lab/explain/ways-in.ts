/**
 * What became of each submission on its way in, kept while it may still become the task in question. Only one of them
 * is of interest, and which one is known when it has been written or refused.
 */
import { Verdict } from "../../cluster/intake.ts";
import type { NodeId, TaskSlot } from "../../cluster/ports.ts";
import type { Tick } from "../../engine/time.ts";
import type { Sent, Steps } from "../../sim/front-door.ts";
import type { Happening } from "../result.ts";

/** Something that happened to a submission, before it is known whether anybody wants to hear of it. */
export interface Step {
  readonly at: Tick;
  readonly what: Happening;
  readonly text: string;
}

export interface WaysInCalls {
  readonly tenantOf: (sent: Sent) => string;
  /** A submission was refused, or became tasks: true to follow it from now on. */
  refused(sent: Sent): boolean;
  accepted(sent: Sent, tasks: readonly TaskSlot[]): boolean;
  /** All that had happened to it before it was known to be the one. */
  past(steps: readonly Step[]): void;
  /** What happens to it from then on. */
  step(step: Step): void;
  passedOn(now: Tick, node: NodeId, tasks: readonly TaskSlot[]): void;
}

export class WaysIn implements Steps {
  /** Submissions take steps at all: in an ideal control plane none is ever told of. */
  any = false;
  readonly #calls: WaysInCalls;
  readonly #ways = new Map<number, Step[]>();
  #followed = -1;

  constructor(calls: WaysInCalls) {
    this.#calls = calls;
  }

  sent(now: Tick, sent: Sent): void {
    this.any = true;
    const { tries, templates } = sent;
    if (tries === 1 && !this.#ways.has(sent.key)) this.#ways.set(sent.key, []);
    const others = templates.length > 1 ? `, with ${templates.length - 1} more of its job` : "";
    const text = tries === 1 ? `sends it${others}` : `has no answer and sends it again (try ${tries})`;
    this.#note(sent, now, "sent", `${this.#calls.tenantOf(sent)} ${text}`);
  }

  passed(now: Tick, sent: Sent, limiter: NodeId, submitter: NodeId): void {
    const to = submitter < 0 ? "and no submitter is up" : `to ${submitterName(submitter)}`;
    this.#note(sent, now, "passed", `limiter-${limiter + 1} lets it pass, ${to}`);
  }

  /** What was said has been told to the observer; here it is known of which submission. */
  turnedAway(_now: Tick, sent: Sent): void {
    this.#follow(sent, this.#calls.refused(sent));
  }

  lost(now: Tick, sent: Sent, at: "limiter" | "submitter" | "answer", node: NodeId): void {
    const text =
      at === "answer"
        ? `the answer of ${submitterName(node)} gets lost`
        : `${at}-${node + 1} is dead, and the message is lost with it`;
    this.#note(sent, now, "lost-message", text);
  }

  written(now: Tick, sent: Sent, node: NodeId, verdict: Verdict, tasks: readonly TaskSlot[]): void {
    if (verdict === Verdict.refused) {
      this.#follow(sent, this.#calls.refused(sent));
    } else if (verdict === Verdict.known) {
      this.#note(sent, now, "known", `${submitterName(node)} knows its key: it is not a second task`);
    } else {
      this.#follow(sent, this.#calls.accepted(sent, tasks));
      // Whoever is not followed by now never will be.
      if (sent.key !== this.#followed) this.#ways.delete(sent.key);
    }
  }

  passedOn(now: Tick, node: NodeId, tasks: readonly TaskSlot[]): void {
    this.#calls.passedOn(now, node, tasks);
  }

  answered(now: Tick, sent: Sent, accepted: boolean): void {
    const text = accepted ? "hears that it is accepted" : "hears that it is refused";
    this.#note(sent, now, "answered", `${this.#calls.tenantOf(sent)} ${text}`);
  }

  clientLeft(now: Tick, sent: Sent, gone: boolean): void {
    const text = gone ? "goes away without waiting for the answer" : "gives up: no answer has come";
    this.#note(sent, now, "client-left", `${this.#calls.tenantOf(sent)} ${text}`);
  }

  #follow(sent: Sent, wanted: boolean): void {
    if (!wanted || this.#followed === sent.key) return;
    this.#followed = sent.key;
    this.#calls.past(this.#ways.get(sent.key) ?? []);
    this.#ways.delete(sent.key);
  }

  #note({ key }: Sent, at: Tick, what: Happening, text: string): void {
    if (key === this.#followed) this.#calls.step({ at, what, text });
    else this.#ways.get(key)?.push({ at, what, text });
  }
}

export function submitterName(node: NodeId): string {
  return `submitter-${node + 1}`;
}
