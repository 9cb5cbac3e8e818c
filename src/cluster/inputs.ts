/**
 * Everything that may be told to a scheduler, as plain records, and the one way in for them. A world writes them into
 * its journal; a restart and a replay read and feed them. There is one list for both worlds, so none of them can drift
 * apart. Tasks are named by their slots, which follow from the inputs before; a journal that is to be read by people
 * may name them otherwise and look the slot up.
 */
import type { Tick } from "../engine/time.ts";
import { type Submission, Verdict } from "./intake.ts";
import type { NodeEvent } from "./node-events.ts";
import type { MachineId, NodeId, Outcome, TaskSlot, TemplateId, TenantId, Token } from "./ports.ts";
import type { Scheduler } from "./scheduler.ts";

/** One task, or several that depend on each other. */
export interface SubmitInput {
  readonly kind: "submit";
  readonly tenant: TenantId;
  readonly templates: readonly TemplateId[];
  /** By position: the positions that the task waits for. */
  readonly parents: readonly (readonly number[])[];
}

export type AttemptInput<Task> = { readonly task: Task; readonly token: Token } & (
  | { readonly kind: "confirmed" | "overused" | "redelivered" }
  | { readonly kind: "checkpointed" | "checkpoint-lost"; readonly progress: Tick }
  /** `reason`: why it failed, where somebody knows. The scheduler does not. */
  | { readonly kind: "ended"; readonly outcome: Outcome; readonly reason?: string }
);

export type TaskInput<Task> = { readonly kind: "forward" | "cancel"; readonly task: Task };

interface Refused {
  readonly tenant: TenantId;
  readonly template: TemplateId;
}

export type ClusterInput =
  | ({ readonly kind: "limit"; readonly node: NodeId; readonly tasks: number } & Refused)
  | ({ readonly kind: "unavailable"; readonly tasks: number } & Refused)
  | ({ readonly kind: "malformed" } & Refused)
  | { readonly kind: "accept"; readonly node: NodeId; readonly submission: Submission }
  | {
      readonly kind: "machine-silent" | "machine-heard" | "machine-down" | "machine-up";
      readonly machine: MachineId;
    }
  | {
      readonly kind: "submitter-silent" | "submitter-down" | "submitter-up" | "limiter-down" | "limiter-up";
      readonly node: NodeId;
    }
  | NodeEvent
  | { readonly kind: "limiter-turn" | "submitter-turn" | "leader-lost" | "wake" | "close" }
  | { readonly kind: "lead"; readonly term: number };

/** The end of an instant: the scheduler decides. */
export interface SettleInput {
  readonly kind: "settle";
}

export type Input = SubmitInput | AttemptInput<TaskSlot> | TaskInput<TaskSlot> | ClusterInput | SettleInput;

export interface Fed {
  /** Of a submission: its tasks by position. Empty: it was refused, or known already. */
  readonly slots: readonly TaskSlot[];
  /** Of a report: it was about the present attempt. */
  readonly accepted: boolean;
}

const NOTHING: Fed = { slots: [], accepted: false };

export function feed(scheduler: Scheduler, now: Tick, input: Input): Fed {
  switch (input.kind) {
    case "submit":
      return { slots: submit(scheduler, now, input), accepted: false };
    case "accept": {
      const slots: TaskSlot[] = [];
      const verdict = scheduler.accept(now, input.node, input.submission, slots);
      return { slots: verdict === Verdict.accepted ? slots : [], accepted: false };
    }
    case "ended": {
      const { task, token, outcome } = input;
      return { slots: [], accepted: scheduler.attemptEnded(now, task, token, outcome) };
    }
    default:
      tell(scheduler, now, input);
      return NOTHING;
  }
}

/** Inputs that have no answer. */
function tell(
  scheduler: Scheduler,
  now: Tick,
  input: Exclude<Input, { readonly kind: "submit" | "accept" | "ended" }>,
): void {
  switch (input.kind) {
    case "limit":
      scheduler.limit(now, input.node, input.tenant, input.template, input.tasks);
      break;
    case "unavailable":
      scheduler.unavailable(now, input.tenant, input.template, input.tasks);
      break;
    case "malformed":
      scheduler.malformed(now, input.tenant, input.template);
      break;
    case "forward":
      scheduler.forward(now, input.task);
      break;
    case "cancel":
      scheduler.cancel(now, input.task);
      break;
    case "confirmed":
      scheduler.attemptConfirmed(now, input.task, input.token);
      break;
    case "checkpointed":
      scheduler.checkpointed(now, input.task, input.token, input.progress);
      break;
    case "checkpoint-lost":
      scheduler.checkpointLost(now, input.task, input.token, input.progress);
      break;
    case "overused":
      scheduler.overused(now, input.task, input.token);
      break;
    case "redelivered":
      scheduler.redelivered(now, input.task, input.token);
      break;
    case "machine-silent":
      scheduler.machineSilent(now, input.machine);
      break;
    case "machine-heard":
      scheduler.machineHeard(now, input.machine);
      break;
    case "machine-down":
      scheduler.machineDown(now, input.machine);
      break;
    case "machine-up":
      scheduler.machineUp(now, input.machine);
      break;
    case "submitter-silent":
      scheduler.submitterSilent(now, input.node);
      break;
    case "submitter-down":
      scheduler.submitterDown(now, input.node);
      break;
    case "submitter-up":
      scheduler.submitterUp(now, input.node);
      break;
    case "limiter-down":
      scheduler.limiterDown(now, input.node);
      break;
    case "limiter-up":
      scheduler.limiterUp(now, input.node);
      break;
    case "limiter-turn":
      scheduler.nextLimiter(now);
      break;
    case "submitter-turn":
      scheduler.nextSubmitter(now);
      break;
    case "leader-lost":
      scheduler.leaderLost(now);
      break;
    case "lead":
      scheduler.lead(now, input.term);
      break;
    case "wake":
      scheduler.wake(now);
      break;
    case "close":
      scheduler.close(now);
      break;
    case "settle":
      scheduler.settle(now);
      break;
    default:
      scheduler.befalls(now, input);
  }
}

function submit(
  scheduler: Scheduler,
  now: Tick,
  { tenant, templates, parents }: SubmitInput,
): readonly TaskSlot[] {
  if (templates.length === 1) {
    const task = scheduler.submit(now, tenant, templates[0]!);
    return task < 0 ? [] : [task];
  }
  const slots: TaskSlot[] = [];
  return scheduler.submitJob(now, tenant, templates, parents, slots) ? slots : [];
}
