/**
 * Each policy's decision: a scheduler with 100 machines on which 1,000 tasks wait. One operation is a task that ends and
 * one that is submitted, and what the policy decides then; what is paused is reported as stopped at once.
 */

import type { PolicyDefinition } from "../../src/cluster/policy.ts";
import { type Effects, Outcome } from "../../src/cluster/ports.ts";
import { MILLICORES } from "../../src/cluster/resources.ts";
import { Scheduler } from "../../src/cluster/scheduler.ts";
import { type ClusterSpec, IDEAL, type TemplateSpec, UTC } from "../../src/cluster/spec.ts";
import { Streams } from "../../src/engine/random.ts";
import { NEVER, SECOND, type Tick } from "../../src/engine/time.ts";
import { BUILT_IN, makePolicy } from "../../src/policies/index.ts";
import type { Group, Part } from "./part.ts";

const BATCH = 1_000;
const MACHINES = 100;
const WAITING = 1_000;
const TENANTS = 4;
/** So that a task runs for a second on average. */
const STEP: Tick = SECOND / MACHINES;

export const policyGroups: readonly Group[] = BUILT_IN.map((definition) => ({
  name: `policies:${definition.name}`,
  parts: () => [deciding(definition)],
}));

function deciding(definition: PolicyDefinition): Part {
  const world = new World(definition);
  return {
    name: definition.name,
    operations: BATCH,
    run: () => {
      for (let i = 0; i < BATCH; i++) world.step();
    },
  };
}

/** The least that a scheduler needs around it. */
class World implements Effects {
  readonly #scheduler: Scheduler;
  readonly #templates: number[];
  readonly #running: { task: number; token: number }[] = [];
  readonly #stopping: { task: number; token: number }[] = [];
  readonly #random = new Streams(3, 0).stream("policies");
  #now: Tick = 0;
  #wakeAt: Tick = NEVER;

  constructor(definition: PolicyDefinition) {
    this.#scheduler = new Scheduler({
      cluster: CLUSTER,
      policy: makePolicy(definition, {}),
      effects: this,
      observer: () => ({ submitted() {}, refused() {}, ended() {}, fleetChanged() {}, settled() {} }),
      random: new Streams(1, 0).stream("placement"),
    });
    this.#templates = TEMPLATES.map((spec) => this.#scheduler.template(spec));
    for (let i = 0; i < MACHINES + WAITING; i++) this.#submit();
    this.#settle();
  }

  step(): void {
    this.#now += STEP;
    if (this.#wakeAt <= this.#now) {
      this.#wakeAt = NEVER;
      this.#scheduler.wake(this.#now);
    }
    if (this.#running.length > 0) {
      const at = this.#random.below(this.#running.length);
      const { task, token } = this.#running[at]!;
      this.#running[at] = this.#running[this.#running.length - 1]!;
      this.#running.pop();
      this.#scheduler.attemptEnded(this.#now, task, token, Outcome.done);
    }
    this.#submit();
    this.#settle();
  }

  #submit(): void {
    const template = this.#templates[this.#random.below(this.#templates.length)]!;
    this.#scheduler.submit(this.#now, this.#random.below(TENANTS), template);
  }

  #settle(): void {
    this.#scheduler.settle(this.#now);
    while (this.#stopping.length > 0) {
      const { task, token } = this.#stopping.pop()!;
      const at = this.#running.findIndex((each) => each.task === task && each.token === token);
      if (at >= 0) {
        this.#running[at] = this.#running[this.#running.length - 1]!;
        this.#running.pop();
      }
      this.#scheduler.attemptEnded(this.#now, task, token, Outcome.stopped);
      this.#scheduler.settle(this.#now);
    }
  }

  start(task: number, token: number): void {
    this.#running.push({ task, token });
  }
  stop(task: number, token: number): void {
    this.#stopping.push({ task, token });
  }
  tell(): void {}
  alert(): void {}
  power(): void {}
  wakeAt(at: Tick): void {
    this.#wakeAt = at;
  }
}

const CLUSTER: ClusterSpec = {
  tenants: Array.from({ length: TENANTS }, (_, i) => ({
    name: `t${i}`,
    datacenter: "",
    group: "t",
    plan: i % 2,
    weight: 1 + i,
  })),
  plans: [0, 1].map((priority) => ({ name: `p${priority}`, ticksPerTask: 0, burst: 1, priority, price: 0 })),
  machines: Array.from({ length: MACHINES }, (_, i) => ({
    name: `m${i}`,
    group: "m",
    datacenter: "d",
    capacity: [MILLICORES, ...Array(5).fill(Number.POSITIVE_INFINITY)],
    speed: 1,
    cost: 0,
  })),
  control: IDEAL,
};

const TEMPLATES: readonly TemplateSpec[] = [10, 30, 120].map((seconds, i) => ({
  class: `c${i}`,
  resources: [MILLICORES, 0, 0, 0, 0, 0],
  delayTolerance: seconds * SECOND,
  executionCap: 60 * SECOND,
  estimate: (1 + i) * SECOND,
  zone: UTC,
  missed: "all",
  runsAnyway: false,
  checkpoints: i > 0,
  attempts: 1,
  schedule: "once",
  offPeak: i === 2,
  idempotent: true,
  script: null,
}));
