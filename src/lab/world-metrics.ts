/** What the virtual world counts and the scheduler cannot know: effects outside, and what its messages went through. */
import type { World } from "../sim/world.ts";

export function worldMetrics({ outside, door, wire, managers }: World): Record<string, number> {
  return {
    "effects.applied": outside.applied,
    "effects.doubled": outside.doubled,
    "effects.suppressed": outside.suppressed,
    "effects.missing": outside.missing,
    "submissions.resent": door.resent,
    "submissions.repeated": door.repeated,
    "submissions.gaveUp": door.gaveUp,
    "messages.resent": wire.resent,
    elections: managers.elections,
  };
}
