/** The policies that come with schedlab, and how one is made from a scenario's parameters. */
import {
  PLACEMENTS,
  type PlacementName,
  type Policy,
  type PolicyDefinition,
  type PolicyParameters,
} from "../cluster/policy.ts";
import { delayTolerance } from "./delay-tolerance.ts";
import { fifo } from "./fifo.ts";
import { offPeak } from "./off-peak.ts";
import { topK } from "./top-k.ts";

export const BUILT_IN: readonly PolicyDefinition[] = [fifo, delayTolerance, topK, offPeak];

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
