/** Tasks that hang, lie, fail, take too much or bring their machine down, and clients that flood, repeat or vanish. */
import { HAZARDS, type Hazard } from "../hazards.ts";
import type { World } from "../world.ts";
import type { FaultAction } from "./action.ts";

export function taskFaults(world: World) {
  const { hazards, clients } = world;
  const actions = HAZARDS.map((hazard): [Hazard, FaultAction] => [
    hazard,
    {
      begin: (_now, template, chance) => hazards.begin(hazard, template, chance),
      end: (_now, template, chance) => hazards.end(hazard, template, chance),
    },
  ]);
  return {
    ...(Object.fromEntries(actions) as Record<Hazard, FaultAction>),
    "client-flood": {
      begin: (_now, template, factor) => clients.flood(template, factor),
      end: (_now, template, factor) => clients.flood(template, 1 / factor),
    },
  } satisfies Record<string, FaultAction>;
}
