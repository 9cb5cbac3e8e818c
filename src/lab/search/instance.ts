/**
 * A small workload as the search sees it: some machines, a handful of tasks with a time each. It is drawn, changed in
 * one place at a time, and written down as a scenario file would have it.
 */
import type { Dice, Json } from "../fuzz/dice.ts";

export interface Instance {
  readonly machines: readonly { readonly count: number; readonly cpu: number }[];
  readonly tasks: readonly Task[];
}

/** Times in milliseconds. */
export interface Task {
  readonly at: number;
  readonly duration: number;
  readonly cpu: number;
  /** Null: it may wait for as long as it takes. */
  readonly tolerance: number | null;
  /** How many times its duration its execution cap is. */
  readonly cap: number;
  readonly offPeak: boolean;
  readonly tenant: number;
}

const LEAST_TASKS = 2;
/** More would show no more, and nobody would read it. */
const MOST_TASKS = 12;
const MOST_MACHINES = 3;
const TENANTS = 3;
const CPUS = [1, 2, 4];
const CAPS = [1, 1.5, 3];
const SPAN = 20_000;
const SHORTEST = 100;
const LONGEST = 60_000;

export function randomInstance(dice: Dice): Instance {
  const machines = Array.from({ length: dice.whole(1, 2) }, () => randomMachine(dice));
  const largest = largestCpu(machines);
  const tasks = Array.from({ length: dice.whole(4, 8) }, () => randomTask(dice, largest));
  return { machines, tasks };
}

/** Another instance that differs in one thing. */
export function mutated(instance: Instance, dice: Dice): Instance {
  const { machines, tasks } = instance;
  switch (dice.whole(0, 9)) {
    case 0:
      return tasks.length < MOST_TASKS
        ? { machines, tasks: [...tasks, randomTask(dice, largestCpu(machines))] }
        : changedTask(instance, dice);
    case 1:
      return tasks.length > LEAST_TASKS
        ? { machines, tasks: without(tasks, dice.whole(0, tasks.length - 1)) }
        : changedTask(instance, dice);
    case 2: {
      if (tasks.length >= MOST_TASKS) return changedTask(instance, dice);
      const copied = dice.pick(tasks);
      return { machines, tasks: [...tasks, { ...copied, at: copied.at + dice.whole(0, 2000) }] };
    }
    case 3:
      return fitted({ machines: changedMachines(machines, dice), tasks });
    default:
      return changedTask(instance, dice);
  }
}

/** As a file: tasks that are alike but for their time are one class. */
export function toScenario(instance: Instance, name: string): Json {
  const tenants = [...new Set(instance.tasks.map(({ tenant }) => tenant))].sort((a, b) => a - b);
  let classes = 0;
  return {
    name,
    seed: 1,
    stop: { tasks: instance.tasks.length },
    tenants: tenants.map((tenant) => ({
      name: `tenant-${tenant + 1}`,
      workloads: alike(instance.tasks.filter((task) => task.tenant === tenant)).map((group) =>
        workload(group, `class-${++classes}`),
      ),
    })),
    machines: instance.machines.map(({ count, cpu }, i) => ({ name: `machine-${i + 1}`, count, cpu })),
  };
}

/** The mean of what the tasks take, in seconds. */
export function meanDuration({ tasks }: Instance): number {
  return tasks.reduce((sum, { duration }) => sum + duration, 0) / tasks.length / 1000;
}

function workload([first, ...more]: readonly [Task, ...Task[]], name: string): Json {
  const times = [first, ...more].map(({ at }) => at).sort((a, b) => a - b);
  const { duration, cpu, tolerance, cap, offPeak } = first;
  return {
    class: name,
    arrivals: { process: "trace", times: times.map(time) },
    duration: time(duration),
    resources: { cpu },
    ...(tolerance !== null && { delayTolerance: time(tolerance) }),
    // A cap that is a task's own duration would race with its end.
    executionCap: time(duration * cap + 1),
    estimate: time(duration),
    ...(offPeak && { offPeak }),
  };
}

function alike(tasks: readonly Task[]): [Task, ...Task[]][] {
  const groups = new Map<string, [Task, ...Task[]]>();
  for (const task of tasks) {
    const key = JSON.stringify({ ...task, at: 0 });
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [task]);
    else group.push(task);
  }
  return [...groups.values()];
}

function randomMachine(dice: Dice): Instance["machines"][number] {
  return { count: dice.whole(1, 2), cpu: dice.pick(CPUS) };
}

function randomTask(dice: Dice, largest: number): Task {
  return {
    at: round(dice.between(0, SPAN)),
    duration: randomDuration(dice),
    cpu: dice.pick(CPUS.filter((cpu) => cpu <= largest)),
    tolerance: randomTolerance(dice),
    cap: dice.pick(CAPS),
    offPeak: dice.chance(0.2),
    tenant: dice.whole(0, TENANTS - 1),
  };
}

/** Short and long ones alike often: what makes policies differ is their ratio. */
function randomDuration(dice: Dice): number {
  const scale = dice.pick([SHORTEST, 1000, 5000, 30_000]);
  return round(Math.min(LONGEST, scale * dice.between(1, 3)));
}

function randomTolerance(dice: Dice): number | null {
  if (dice.chance(0.5)) return null;
  return dice.chance(0.3) ? 0 : round(dice.between(0, SPAN));
}

function changedTask({ machines, tasks }: Instance, dice: Dice): Instance {
  const index = dice.whole(0, tasks.length - 1);
  const task = tasks[index]!;
  return { machines, tasks: tasks.map((other, i) => (i === index ? changed(task, machines, dice) : other)) };
}

function changed(task: Task, machines: Instance["machines"], dice: Dice): Task {
  switch (dice.whole(0, 9)) {
    case 0:
      return { ...task, at: round(dice.between(0, SPAN)) };
    case 1:
      return { ...task, at: round(Math.max(0, task.at + dice.between(-1000, 1000))) };
    case 2:
      return { ...task, at: 0 };
    case 3:
      return { ...task, duration: randomDuration(dice) };
    case 4:
      return { ...task, duration: clamped(task.duration * dice.pick([0.5, 2])) };
    case 5:
      return { ...task, cpu: dice.pick(CPUS.filter((cpu) => cpu <= largestCpu(machines))) };
    case 6:
      return { ...task, tolerance: randomTolerance(dice) };
    case 7:
      return { ...task, cap: dice.pick(CAPS) };
    case 8:
      return { ...task, offPeak: !task.offPeak };
    default:
      return { ...task, tenant: dice.whole(0, TENANTS - 1) };
  }
}

function changedMachines(machines: Instance["machines"], dice: Dice): Instance["machines"] {
  const index = dice.whole(0, machines.length - 1);
  switch (dice.whole(0, 3)) {
    case 0:
      return machines.length < MOST_MACHINES ? [...machines, randomMachine(dice)] : machines;
    case 1:
      return machines.length > 1 ? without(machines, index) : machines;
    case 2:
      return machines.map((machine, i) => (i === index ? { ...machine, cpu: dice.pick(CPUS) } : machine));
    default:
      return machines.map((machine, i) => (i === index ? { ...machine, count: dice.whole(1, 3) } : machine));
  }
}

/** Every task on a machine that has room for it. */
function fitted({ machines, tasks }: Instance): Instance {
  const largest = largestCpu(machines);
  return { machines, tasks: tasks.map((task) => ({ ...task, cpu: Math.min(task.cpu, largest) })) };
}

function largestCpu(machines: Instance["machines"]): number {
  return Math.max(...machines.map(({ cpu }) => cpu));
}

function without<T>(list: readonly T[], index: number): T[] {
  return list.filter((_, i) => i !== index);
}

function clamped(duration: number): number {
  return round(Math.min(LONGEST, Math.max(SHORTEST, duration)));
}

/** Times that people can read. */
function round(milliseconds: number): number {
  return Math.round(milliseconds / 100) * 100;
}

function time(milliseconds: number): string {
  return milliseconds % 1000 === 0 ? `${milliseconds / 1000}s` : `${milliseconds}ms`;
}
