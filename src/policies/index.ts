/** The policies that come with schedlab, and how one is made from a scenario's parameters. */
import {
  PLACEMENTS,
  type PlacementName,
  type Policy,
  type PolicyDefinition,
  type PolicyParameters,
} from "../cluster/policy.ts";
import { cheapHours } from "./cheap-hours.ts";
import { delayTolerance } from "./delay-tolerance.ts";
import { drf } from "./drf.ts";
import { edf } from "./edf.ts";
import { fairShare } from "./fair-share.ts";
import { feedback } from "./feedback.ts";
import { fifo } from "./fifo.ts";
import { leastSlack } from "./least-slack.ts";
import { offPeak } from "./off-peak.ts";
import { preemptivePriority, priority } from "./priority.ts";
import { random } from "./random.ts";
import { shortestCap } from "./shortest-cap.ts";
import { srpt } from "./srpt.ts";
import { topK } from "./top-k.ts";

export const BUILT_IN: readonly PolicyDefinition[] = [
  fifo,
  random,
  delayTolerance,
  edf,
  leastSlack,
  shortestCap,
  srpt,
  feedback,
  priority,
  preemptivePriority,
  topK,
  offPeak,
  cheapHours,
  fairShare,
  drf,
];

/** What every policy accepts besides its own parameters. */
export const COMMON_PARAMETERS = ["placement", "overtaking"] as const;

/** Makes the policy. The parameters have been checked before. */
export function makePolicy(definition: PolicyDefinition, parameters: PolicyParameters): Policy {
  const own: Record<string, number> = {};
  for (const [name, { default: fallback }] of Object.entries(definition.parameters)) {
    const given = parameters[name];
    own[name] = typeof given === "number" ? given : fallback;
  }
  const { placement, overtaking } = parameters;
  return {
    ...definition.make(own),
    ...(isPlacement(placement) && { placement }),
    ...(typeof overtaking === "boolean" && { overtaking }),
  };
}

export function isPlacement(name: unknown): name is PlacementName {
  return (PLACEMENTS as readonly unknown[]).includes(name);
}
