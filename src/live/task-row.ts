/** The relational record of a task: what the store keeps of it, taken from the scheduler's tables at one moment. */
import { formatId } from "../cluster/ids.ts";
import type { TaskSlot } from "../cluster/ports.ts";
import { RESOURCES } from "../cluster/resources.ts";
import type { Scheduler } from "../cluster/scheduler.ts";
import { NO_MACHINE, STATUS_NAMES, Status } from "../cluster/tasks.ts";
import type { Tick } from "../engine/time.ts";

export interface TaskRow {
  readonly id: string;
  readonly tenant: string;
  readonly class: string;
  readonly schedule: string;
  /** Attempts started, how many of them failed by themselves, and how many failures end the task. */
  readonly attempts: number;
  readonly failures: number;
  readonly attemptsAllowed: number;
  /** Machines that died or fell silent under it. */
  readonly losses: number;
  /** Work that is saved, in ticks. */
  readonly progress: Tick;
  /** Its effect is applied once under this key, however often the task runs. */
  readonly idempotencyKey: string;
  /** JSON: what it asks for, by resource. */
  readonly resources: string;
  /** In ticks; null: no limit. */
  readonly executionCap: Tick | null;
  readonly delayTolerance: Tick | null;
  readonly status: string;
  readonly script: string | null;
  readonly submitted: Tick;
  readonly firstStarted: Tick | null;
  readonly ended: Tick | null;
  /** The submitter that owns it: the one that admitted it, or its heir. */
  readonly node: number;
  readonly machine: string | null;
  readonly token: number;
}

export function idOf({ tasks }: Scheduler, task: TaskSlot): string {
  return formatId(tasks.idTime[task]!, tasks.idTail[task]!);
}

export function taskRow(scheduler: Scheduler, task: TaskSlot): TaskRow {
  const { tasks, templates, cluster } = scheduler;
  const template = templates.specs[tasks.template[task]!]!;
  const status = tasks.status[task]!;
  const machine = tasks.machine[task]!;
  const firstStarted = tasks.firstStartedAt[task]!;
  const id = idOf(scheduler, task);
  return {
    id,
    tenant: cluster.tenants[tasks.tenant[task]!]!.name,
    class: template.class,
    schedule: template.schedule,
    attempts: tasks.starts[task]!,
    failures: tasks.failures[task]!,
    attemptsAllowed: template.attempts,
    losses: tasks.losses[task]!,
    progress: tasks.progress[task]!,
    idempotencyKey: id,
    resources: JSON.stringify(Object.fromEntries(RESOURCES.map((name, d) => [name, template.resources[d]!]))),
    executionCap: orNull(template.executionCap),
    delayTolerance: orNull(template.delayTolerance),
    status: STATUS_NAMES[status]!,
    script: template.script,
    submitted: tasks.submittedAt[task]!,
    firstStarted: firstStarted < 0 ? null : firstStarted,
    ended: status >= Status.done ? scheduler.now : null,
    node: tasks.node[task]!,
    machine: machine === NO_MACHINE ? null : cluster.machines[machine]!.name,
    token: tasks.token[task]!,
  };
}

function orNull(span: Tick): Tick | null {
  return Number.isFinite(span) ? span : null;
}
