/**
 * Runs the first replication of a report again and tells the story of one task of it. The same scenario, seed and
 * policy take the same decisions, so nothing has to be kept for those who never ask; the digest shows that they did.
 */
import type { Policy } from "../../cluster/policy.ts";
import type { Observer } from "../../cluster/ports.ts";
import type { Scheduler } from "../../cluster/scheduler.ts";
import type { Scenario } from "../../scenario/model.ts";
import type { Steps } from "../../sim/front-door.ts";
import { Replica } from "../replica.ts";
import type { Story } from "../result.ts";
import { Storyteller, type Wanted } from "./storyteller.ts";
import { type Asked, parseAsked, TaskFinder } from "./task-finder.ts";

export interface Explained {
  readonly scenario: Scenario;
  /** A fresh one for each run. */
  readonly policy: () => Policy;
  readonly seed: number;
}

export type Explanation =
  | { readonly ok: true; readonly story: Story; readonly digest: string }
  /** There is no such task: what is there instead. */
  | { readonly ok: false; readonly reason: string };

export function explain(run: Explained, text: string): Explanation {
  const asked = parseAsked(text);
  if (asked.kind === "row" || asked.kind === "beginning") {
    const found = find(run, asked);
    return found.ok ? tell(run, { id: found.id }, asked) : found;
  }
  return tell(run, asked.kind === "id" ? { id: asked.id } : { refusal: asked.number }, asked);
}

function tell(run: Explained, wanted: Wanted, asked: Asked): Explanation {
  const teller = new Storyteller(wanted);
  const replica = runAll(run, (scheduler) => teller.watch(scheduler), teller.steps);
  const story = teller.story(replica.world.faults.records);
  if (story !== null) return { ok: true, story, digest: replica.world.scheduler.digest.hex() };
  if (!("refusal" in wanted)) {
    const found = find(run, asked);
    return found.ok ? { ok: false, reason: `${found.id} was not met again` } : found;
  }
  const { refusals } = teller;
  const reason =
    refusals === 0
      ? "no submission was refused"
      : `there are ${refusals} refusals, refused:1 to refused:${refusals}`;
  return { ok: false, reason };
}

type Found = { readonly ok: true; readonly id: string } | { readonly ok: false; readonly reason: string };

function find(run: Explained, asked: Asked): Found {
  const finder = new TaskFinder(asked);
  runAll(run, (scheduler) => finder.watch(scheduler));
  finder.leftOver();
  const { inRow, matches, matching, before, after, rows } = finder;
  if (asked.kind === "row")
    return inRow === null ? { ok: false, reason: `there are ${rows} rows` } : { ok: true, id: inRow };
  if (matching === 1) return { ok: true, id: matches[0]! };
  if (matching > 1) {
    const more = matching > matches.length ? ` and ${matching - matches.length} more` : "";
    return { ok: false, reason: `${matching} ids begin like this: ${matches.join(", ")}${more}` };
  }
  const nearest = [before, after].filter((id) => id !== null);
  return {
    ok: false,
    reason:
      nearest.length === 0
        ? "no task was accepted"
        : `the nearest ${nearest.length === 1 ? "is" : "are"} ${nearest.join(" and ")}`,
  };
}

function runAll(run: Explained, observer: (scheduler: Scheduler) => Observer, steps?: Steps): Replica {
  const { scenario, policy, seed } = run;
  const replica = new Replica({
    scenario,
    policy: policy(),
    seed,
    replication: 0,
    observers: [observer],
    ...(steps !== undefined && { steps }),
  });
  while (replica.advance(Number.MAX_SAFE_INTEGER));
  return replica;
}
