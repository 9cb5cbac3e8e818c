/** What a policy file may import from "schedlab". */

export type {
  ClusterView,
  Lane,
  MachinesView,
  PlacementName,
  Policy,
  PolicyDefinition,
  TaskView,
  TenantView,
} from "./cluster/policy.ts";
export { definePolicy } from "./cluster/policy.ts";
export { DAY, HOUR, MILLISECOND, MINUTE, SECOND, type Tick } from "./engine/time.ts";
