/**
 * From one seed a random small scenario, as a file would write it. Swarm testing: every seed has some of the features
 * and some of the faults, because a scenario with all of them would show few of the ways in which two of them meet.
 */
import { PLACEMENTS } from "../../cluster/policy.ts";
import { Streams } from "../../engine/random.ts";
import { BUILT_IN } from "../../policies/index.ts";
import type { FaultKind } from "../../scenario/model.ts";
import { Dice, type Json, seconds } from "./dice.ts";
import { randomControl } from "./random-control.ts";
import { FAULT_KINDS, preparedFor, randomFaults } from "./random-faults.ts";
import { type Frame, randomMachines, randomPlans, randomTenants } from "./random-work.ts";

export interface Restrictions {
  /** Only these kinds of fault; absent: any. */
  readonly only?: readonly FaultKind[];
  /** Only this policy; absent: any that is built in. */
  readonly policy?: string;
}

const DAY = 86_400;
const LONGEST_PACE = 1800;
/** The largest job that a workload of the generator has. */
const LARGEST_JOB = 6;

export function randomScenario(seed: number, { only, policy: fixed }: Restrictions = {}): Json {
  const dice = new Dice(new Streams(seed, 0).stream("fuzz"));
  const definition = dice.pick(BUILT_IN);
  const policy = fixed ?? definition.name;
  const periodic = dice.chance(0.12);
  const span = periodic ? DAY * dice.pick([2, 5, 30, 200]) : dice.pick([20, 60, 120, 300]);
  const unit = span / 100;
  const frame: Frame = { dice, span, unit, pace: Math.min(unit, LONGEST_PACE), periodic, policy };
  const machines = randomMachines(frame);
  const plans = dice.chance(0.6) ? randomPlans(frame, LARGEST_JOB) : {};
  const scenario: Json = {
    name: `fuzz-${seed}`,
    seed,
    ...(periodic && {
      start: `2026-${dice.pick(["01-30", "03-20", "10-20", "12-25"])}T0${dice.whole(0, 3)}:30:00Z`,
    }),
    stop: { time: seconds(span) },
    ...(Object.keys(plans).length > 0 && { plans }),
    tenants: randomTenants(frame, machines, plans),
    machines,
    policy: {
      name: policy,
      ...(fixed === undefined && randomParameters(dice, definition.parameters)),
      ...dice.maybe(0.6, () => ({ placement: dice.pick(PLACEMENTS) })),
      ...dice.maybe(0.3, () => ({ overtaking: dice.chance(0.5) })),
    },
    control: randomControl(frame, machines),
    ...dice.maybe(0.2, () => ({ isolation: false })),
  };
  const faults = randomFaults(frame, scenario, only ?? FAULT_KINDS);
  preparedFor(faults, scenario, frame);
  return { ...scenario, faults };
}

function randomParameters(
  dice: Dice,
  parameters: Readonly<Record<string, { readonly default: number }>>,
): Json {
  if (dice.chance(0.5)) return {};
  const other = (usual: number) => {
    // A switch has 0 for its default and 1 for its other value; whole numbers stay whole.
    if (usual === 0) return dice.whole(0, 1);
    const value = usual * dice.pick([0.1, 0.1, 0.5, 1, 2]);
    return Number.isInteger(usual) ? Math.max(1, Math.round(value)) : value;
  };
  return Object.fromEntries(
    Object.entries(parameters).map(([name, { default: usual }]) => [name, other(usual)]),
  );
}
