/**
 * Brings a run back from its journal: scheduler, metrics and clients are fed everything that was stored, and every
 * decision must come out as it was. Only then may the run go on; otherwise it would contradict what has left.
 */
import { isDeepStrictEqual } from "node:util";
import type { Tick } from "../engine/time.ts";
import type { Clients } from "./clients.ts";
import { LiveError } from "./errors.ts";
import type { LiveInput } from "./inputs.ts";
import type { Journal } from "./journal.ts";
import { refeed } from "./replay.ts";
import type { Replica } from "./replica.ts";

/** Returns the last tick of the journal. */
export function rebuild(journal: Journal, replica: Replica, clients: Clients): Tick {
  const { differing } = refeed(replica, journal, {
    before: (now, input) => {
      if (input.kind === "submit" || input.kind === "close") expectSame(clients.due(now), input);
    },
    after: (now, input, fed, decisions) => clients.follow(now, input, fed, decisions),
  });
  const first = differing[0];
  if (first !== undefined) {
    throw differs(
      `in round ${first.round} the scheduler decides "${first.replayed}" where "${first.recorded}" was recorded`,
    );
  }
  return journal.entries.at(-1)?.tick ?? 0;
}

/** Drawing again brings the sources to where they were, and shows whether they are still the same. */
function expectSame(drawn: LiveInput | null, recorded: LiveInput): void {
  if (isDeepStrictEqual(drawn, recorded)) return;
  throw differs(`clients do ${JSON.stringify(drawn)} where the journal has ${JSON.stringify(recorded)}`);
}

function differs(what: string): LiveError {
  return new LiveError(
    "REPLAY_DIFFERS",
    `the journal does not lead to the recorded decisions: ${what}. Resume with the version, scenario and policy that the run was begun with.`,
  );
}
