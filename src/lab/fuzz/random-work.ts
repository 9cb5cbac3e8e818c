/** What a random scenario submits, and on which machines: tenants, plans, classes, jobs and their arrivals. */
import { type Dice, type Json, seconds } from "./dice.ts";

/** What the parts of one random scenario have to agree on. */
export interface Frame {
  readonly dice: Dice;
  /** Seconds in which tasks are submitted. */
  readonly span: number;
  /** A hundredth of the span: all other times are multiples of it, so that a run of days is no longer than one of minutes. */
  readonly unit: number;
  /** The unit of what a task takes. Work is no longer where days pass: a month in which nothing ends counts as standing still. */
  readonly pace: number;
  /** Repeated tasks are about: the span is of days. */
  readonly periodic: boolean;
  readonly policy: string;
}

/** Policies under which running tasks give way. */
export const PAUSING: readonly string[] = ["srpt", "feedback", "preemptive-priority"];
const ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"];
const DATACENTERS = ["east", "west"];

export function randomMachines({ dice }: Frame): Json[] {
  const spread = dice.chance(0.4);
  const memory = dice.chance(0.4);
  const others = dice.chance(0.15);
  return Array.from({ length: dice.whole(1, 3) }, (_, i) => ({
    name: `m${i}`,
    count: dice.whole(1, 3),
    cpu: dice.pick([1, 2, 4, 8]),
    ...(memory && { memory: dice.pick(["4GiB", "8GiB"]) }),
    ...(others && { disk: "100GB", iops: 1000, network: "1Gbit/s", ports: 4 }),
    ...(spread && { datacenter: DATACENTERS[i % 2] }),
    ...dice.maybe(0.3, () => ({ speed: dice.pick([0.5, 1.5, 3]) })),
    ...dice.maybe(0.2, () => ({ cost: 1 })),
  }));
}

export function randomPlans({ dice, unit, pace }: Frame, tasksInJob: number): Json {
  const names = ["free", "paid"].slice(0, dice.whole(1, 2));
  const plan = (name: string) => ({
    ...dice.maybe(0.7, () => ({
      limit: `${Math.max(1, Math.round((dice.between(0.03, 1) / unit) * 86_400))}/d`,
      burst: tasksInJob + dice.whole(0, 8),
    })),
    priority: name === "paid" ? 2 : 0,
    ...dice.maybe(0.2, () => ({ maxExecutionCap: seconds(pace * dice.between(2, 30)) })),
    ...dice.maybe(0.2, () => ({ price: 0.1 })),
  });
  return Object.fromEntries(names.map((name) => [name, plan(name)]));
}

export function randomTenants(frame: Frame, machines: readonly Json[], plans: Json): Json[] {
  const { dice, span } = frame;
  const tenants = dice.whole(1, 3);
  const tasks = dice.whole(12, 70);
  const features = swarm(frame);
  return Array.from({ length: tenants }, (_, t) => {
    const count = dice.chance(0.3) ? 2 : 1;
    return {
      name: `t${t}`,
      count,
      ...(Object.keys(plans).length > 0 && dice.chance(0.8) && { plan: dice.pick(Object.keys(plans)) }),
      ...dice.maybe(0.2, () => ({ weight: dice.pick([0.5, 2, 5]) })),
      ...(machines[0]!["datacenter"] !== undefined &&
        dice.chance(0.5) && { datacenter: dice.pick(DATACENTERS.slice(0, machines.length)) }),
      workloads: randomWorkloads(frame, machines, features, tasks / tenants / count / span),
    };
  });
}

/** Which traits the tasks of this scenario may have at all: a scenario with all of them shows none clearly. */
interface Traits {
  readonly graphs: boolean;
  readonly checkpoints: boolean;
  readonly overuse: boolean;
  readonly failures: boolean;
  readonly caps: boolean;
  readonly tolerances: boolean;
  readonly offPeak: boolean;
  readonly estimates: boolean;
  readonly harmful: boolean;
}

function swarm({ dice, policy }: Frame): Traits {
  const pauses = PAUSING.includes(policy);
  return {
    graphs: dice.chance(0.4),
    checkpoints: dice.chance(pauses ? 0.8 : 0.35),
    overuse: dice.chance(0.2),
    failures: dice.chance(0.5),
    caps: dice.chance(0.4),
    tolerances: dice.chance(0.6),
    offPeak: dice.chance(0.35),
    estimates: dice.chance(pauses ? 0.8 : 0.3),
    harmful: dice.chance(0.3),
  };
}

/** Workloads of one tenant that submit so many tasks a second in all. */
function randomWorkloads(frame: Frame, machines: readonly Json[], traits: Traits, rate: number): Json[] {
  const { dice, periodic } = frame;
  const roots = dice.whole(1, 2);
  const workloads: Json[] = [];
  for (let r = 0; r < roots; r++) {
    const name = `c${r}`;
    if (periodic && dice.chance(0.7)) {
      workloads.push({ ...randomTask(frame, machines, traits, name), ...repeated(frame) });
      continue;
    }
    const shape = traits.graphs ? dice.whole(1, 3) : 0;
    const task = randomTask(frame, machines, traits, name);
    if (shape === 1) {
      const dependsOn = dice.pick([
        { shape: "chain", tasks: 3 },
        { shape: "fork-join", width: 2 },
        { shape: "layers", layers: 2, width: 2 },
      ]);
      workloads.push({ ...task, arrivals: arrivals(frame, rate / roots / 4), dependsOn, ...rule(dice) });
    } else if (shape === 2) {
      workloads.push({ ...task, arrivals: arrivals(frame, rate / roots / 4) });
      workloads.push({
        ...randomTask(frame, machines, traits, `${name}-part`),
        dependsOn: [name],
        copies: dice.whole(1, 3),
        ...rule(dice),
      });
      workloads.push({
        ...randomTask(frame, machines, traits, `${name}-sum`),
        dependsOn: dice.chance(0.5) ? [`${name}-part`] : [name, `${name}-part`],
        ...rule(dice),
      });
    } else workloads.push({ ...task, arrivals: arrivals(frame, rate / roots) });
  }
  return workloads;
}

function rule(dice: Dice): Json {
  return dice.maybe(0.3, () => ({ onParentFailure: "run" }));
}

function repeated({ dice, span }: Frame): Json {
  const days = span / 86_400;
  return {
    schedule: dice.pick(days < 20 ? ["daily"] : ["daily", "weekly", "monthly", "annually"]),
    ...dice.maybe(0.5, () => ({ at: seconds(span * dice.between(0, 0.2)) })),
    ...dice.maybe(0.6, () => ({ timeZone: dice.pick(ZONES) })),
    ...dice.maybe(0.7, () => ({ missed: dice.pick(["all", "last", "skip"]) })),
  };
}

function randomTask(frame: Frame, machines: readonly Json[], traits: Traits, name: string): Json {
  const { dice, unit, pace, policy } = frame;
  const mean = pace * dice.between(1, 12);
  const largest = Math.max(...machines.map((machine) => Number(machine["cpu"])));
  const offPeak = traits.offPeak && dice.chance(0.5);
  const tolerant = (traits.tolerances && dice.chance(0.6)) || (offPeak && policy === "cheap-hours");
  return {
    class: name,
    duration: dice.chance(0.03) ? "0s" : dice.time(mean),
    resources: {
      cpu: dice.pick([0.5, 1, 1, 2, 4].filter((cpu) => cpu <= largest)),
      ...(machines[0]!["memory"] !== undefined && { memory: dice.pick(["512MiB", "2GiB", "4GiB"]) }),
      ...(machines[0]!["ports"] !== undefined && { ports: dice.whole(0, 2), iops: dice.pick([0, 400]) }),
    },
    ...(tolerant && { delayTolerance: dice.chance(0.2) ? "0s" : seconds(unit * dice.between(1, 40)) }),
    ...(traits.caps && dice.chance(0.6) && { executionCap: seconds(mean * dice.between(0.5, 4)) }),
    ...dice.maybe(0.6, () => ({ attempts: dice.whole(2, 4) })),
    ...(traits.failures && dice.chance(0.6) && { failure: dice.pick([0.1, 0.3, 0.6, 1]) }),
    ...(offPeak && { offPeak }),
    ...(traits.estimates && dice.chance(0.7) && { estimate: seconds(mean * dice.between(0.5, 2)) }),
    ...(traits.harmful && dice.chance(0.5) && { idempotent: false }),
    ...(traits.checkpoints &&
      dice.chance(0.7) && {
        checkpoint: {
          ...(dice.chance(0.4)
            ? { stages: dice.whole(2, 4) }
            : { every: seconds(mean / dice.between(2, 6)) }),
          ...dice.maybe(0.5, () => ({ cost: seconds(pace * dice.between(0.1, 3)) })),
        },
      }),
    ...(traits.overuse && dice.chance(0.6) && { overuse: { chance: dice.pick([0.2, 0.6]), factor: 2 } }),
  };
}

/** So many jobs a second. */
function arrivals({ dice, span, unit }: Frame, rate: number): Json {
  const gap = 1 / rate;
  const perDay = (jobs: number) => `${Math.max(0.001, jobs * 86_400).toFixed(3)}/d`;
  switch (dice.whole(0, 8)) {
    case 0:
      return { process: "fixed", every: seconds(gap), offset: seconds(dice.between(0, gap)) };
    case 1:
      return { process: "uniform", min: "0s", max: seconds(2 * gap) };
    case 2:
      return { process: "batch", rate: perDay(rate / 4), size: dice.whole(2, 6) };
    case 3:
      return {
        process: "mmpp",
        states: [
          { rate: perDay(rate * 4), stay: seconds(unit * 10) },
          { rate: 0, stay: seconds(unit * 15) },
        ],
      };
    case 4:
      return { process: "closed", clients: dice.whole(1, 3), think: dice.time(Math.max(gap, unit)) };
    case 5: {
      const times = Array.from({ length: Math.max(1, Math.round(span * rate)) }, () => dice.between(0, span));
      return { process: "trace", times: times.sort((one, other) => one - other).map(seconds) };
    }
    default:
      return { process: "poisson", rate: perDay(rate) };
  }
}
