/** All parts, by what is measured together. */
import type { Group } from "./part.ts";
import { placementGroups } from "./placements.ts";
import { policyGroups } from "./policies.ts";
import { queueGroups } from "./queues.ts";
import { randomGroups } from "./randomness.ts";
import { statisticsGroups } from "./statistics.ts";

export const GROUPS: readonly Group[] = [
  ...queueGroups,
  ...randomGroups,
  ...policyGroups,
  ...placementGroups,
  ...statisticsGroups,
];
