/** What policies get to see: reused windows onto the tables, so that asking a policy allocates nothing. */
import type { Random } from "../engine/random.ts";
import type { Tick } from "../engine/time.ts";
import { estimateOf } from "./demand.ts";
import type { Fleet, ShapeId } from "./fleet.ts";
import type { Lots } from "./lots.ts";
import type { MachinesView, TaskView } from "./policy.ts";
import type { MachineId, TaskSlot } from "./ports.ts";
import { CPU, MILLICORES, RESOURCES, type Resource } from "./resources.ts";
import type { ClusterSpec, Schedule, TemplateSpec } from "./spec.ts";
import { Status, type TaskTable } from "./tasks.ts";
import type { Templates } from "./templates.ts";

export class TaskWindow implements TaskView {
  readonly #tasks: TaskTable;
  readonly #templates: Templates;
  readonly #spec: ClusterSpec;
  readonly #clock: Float64Array;
  readonly #lots: Lots;
  #task: TaskSlot = 0;
  #template!: TemplateSpec;

  constructor(spec: ClusterSpec, tasks: TaskTable, templates: Templates, clock: Float64Array, lots: Lots) {
    this.#spec = spec;
    this.#tasks = tasks;
    this.#templates = templates;
    this.#clock = clock;
    this.#lots = lots;
  }

  at(task: TaskSlot): TaskView {
    this.#task = task;
    this.#template = this.#templates.specs[this.#tasks.template[task]!]!;
    return this;
  }

  get tenant(): string {
    return this.#spec.tenants[this.#tasks.tenant[this.#task]!]!.name;
  }
  get class(): string {
    return this.#template.class;
  }
  get priority(): number {
    return this.#spec.plans[this.#spec.tenants[this.#tasks.tenant[this.#task]!]!.plan]!.priority;
  }
  get weight(): number {
    return this.#spec.tenants[this.#tasks.tenant[this.#task]!]!.weight;
  }
  get submittedAt(): Tick {
    return this.#tasks.submittedAt[this.#task]!;
  }
  get delayTolerance(): Tick {
    return this.#template.delayTolerance;
  }
  get executionCap(): Tick {
    return this.#template.executionCap;
  }
  get estimate(): Tick {
    return estimateOf(this.#template);
  }
  get progress(): Tick {
    return this.#tasks.progress[this.#task]!;
  }
  get checkpoints(): boolean {
    return this.#template.checkpoints;
  }
  get served(): Tick {
    const served = this.#tasks.served[this.#task]!;
    const status = this.#tasks.status[this.#task];
    if (status !== Status.running && status !== Status.stopping) return served;
    return served + this.#clock[0]! - this.#tasks.startedAt[this.#task]!;
  }
  get lot(): number {
    return this.#lots.of(this.#tasks.idTime[this.#task]!, this.#tasks.idTail[this.#task]!);
  }
  get datacenter(): string {
    return this.#spec.tenants[this.#tasks.tenant[this.#task]!]!.datacenter;
  }
  get attempts(): number {
    return this.#tasks.starts[this.#task]!;
  }
  get schedule(): Schedule {
    return this.#template.schedule;
  }
  get offPeak(): boolean {
    return this.#template.offPeak;
  }
  protected get task(): TaskSlot {
    return this.#task;
  }
  needs(resource: Resource): number {
    return inUnits(resource, this.#template.resources[RESOURCES.indexOf(resource)]!);
  }
}

export class MachinesWindow implements MachinesView {
  readonly count: number;
  readonly random: Random;
  readonly #fleet: Fleet;
  #shape: ShapeId = 0;

  constructor(fleet: Fleet, random: Random) {
    this.#fleet = fleet;
    this.count = fleet.count;
    this.random = random;
  }

  for(shape: ShapeId): MachinesView {
    this.#shape = shape;
    return this;
  }

  fits(machine: MachineId): boolean {
    return this.#fleet.fits(machine, this.#shape);
  }
  free(machine: MachineId, resource: Resource): number {
    return inUnits(resource, Math.max(0, this.#fleet.free[RESOURCES.indexOf(resource)]![machine]!));
  }
  capacity(machine: MachineId, resource: Resource): number {
    return inUnits(resource, this.#fleet.machines[machine]!.capacity[RESOURCES.indexOf(resource)]!);
  }
  speed(machine: MachineId): number {
    return this.#fleet.machines[machine]!.speed;
  }
  datacenter(machine: MachineId): string {
    return this.#fleet.machines[machine]!.datacenter;
  }
}

/** Cores instead of thousandths; the rest is kept in the unit it is shown in. */
function inUnits(resource: Resource, amount: number): number {
  return resource === RESOURCES[CPU] ? amount / MILLICORES : amount;
}
