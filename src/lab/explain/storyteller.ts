/**
 * Follows one task through a run and writes down what touched it, in words. It only watches: the run it watches takes
 * the decisions that it took without it.
 */
import { formatId } from "../../cluster/ids.ts";
import { SilentObserver } from "../../cluster/observers.ts";
import {
  type Again,
  Alert,
  type MachineId,
  type NodeId,
  Notice,
  Outcome,
  type StopReason,
  type TaskSlot,
  type TemplateId,
  type TenantId,
  type Token,
} from "../../cluster/ports.ts";
import type { Scheduler } from "../../cluster/scheduler.ts";
import { STATUS_NAMES, Status } from "../../cluster/tasks.ts";
import { NEVER, SECOND, type Tick } from "../../engine/time.ts";
import type { Happening, Story } from "../result.ts";
import type { FaultRecord } from "../timeline.ts";
import { Holdings } from "./holdings.ts";
import { type Step, submitterName, WaysIn } from "./ways-in.ts";
import {
  attemptEnds,
  duration,
  howItEnded,
  rankInWords,
  whyAgain,
  whyItStops,
  whyItWaits,
  whyRefused,
} from "./words.ts";

/** What is asked for: a task by its id, or the n-th refusal. */
export type Wanted = { readonly id: string } | { readonly refusal: number };

/** No task, or none yet. */
const NOBODY = -1;

export class Storyteller extends SilentObserver {
  readonly steps: WaysIn;
  readonly #wanted: Wanted;
  readonly #steps: Step[] = [];
  readonly #holdings = new Holdings();
  /** Set once the world has made its scheduler, before anything happens in it. */
  #scheduler!: Scheduler;
  #task: TaskSlot = NOBODY;
  #facts: Omit<Story, "events"> | null = null;
  /** The parents that have not ended; null until they have been looked for. */
  #parents: Map<TaskSlot, string> | null = null;
  /** Why it waited when it was last looked at: a new reason is worth a line. */
  #reason = "";
  #confirmed = false;
  /** What its owner was told last. */
  #notice: Notice = Notice.accepted;
  #refusals = 0;
  /** The refusal in question has just been told. */
  #refusing: Step | null = null;
  #refusedTemplate: TemplateId = 0;

  constructor(wanted: Wanted) {
    super();
    this.#wanted = wanted;
    this.steps = new WaysIn({
      tenantOf: ({ tenant }) => this.#tenantName(tenant),
      refused: ({ sentAt }) => this.#takeRefusal(sentAt),
      accepted: (_sent, tasks) => this.#isAmong(tasks),
      past: (steps) => this.#steps.unshift(...steps),
      step: (step) => this.#steps.push(step),
      passedOn: (now, node, tasks) => {
        if (tasks.includes(this.#task))
          this.#note("passed-on", `${submitterName(node)} passes it on to the scheduler`, now);
      },
    });
  }

  watch(scheduler: Scheduler): this {
    this.#scheduler = scheduler;
    return this;
  }

  /** How many submissions were refused in all. */
  get refusals(): number {
    return this.#refusals;
  }

  /** Null when the task was not met. `faults`: what the world knows and the scheduler had to find out. */
  story(faults: readonly FaultRecord[]): Story | null {
    if (this.#facts === null) return null;
    const facts = this.#task === NOBODY ? this.#facts : { ...this.#facts, ...this.#present() };
    // Sorting keeps the order of what happened in one instant, and puts what struck before what followed from it.
    const steps = [...this.#holdings.struckBy(faults), ...this.#steps].sort((a, b) => a.at - b.at);
    return { ...facts, events: steps.map(({ at, what, text }) => ({ at: at / SECOND, what, text })) };
  }

  override submitted(task: TaskSlot): void {
    if (!("id" in this.#wanted) || this.#facts !== null) return;
    const { idTime, idTail } = this.#scheduler.tasks;
    if (formatId(idTime[task]!, idTail[task]!) === this.#wanted.id) this.#adopt(task);
  }

  override refused(_tenant: TenantId, template: TemplateId): void {
    this.#refusedTemplate = template;
  }

  told(tenant: TenantId, notice: Notice, task: TaskSlot, after: Tick): void {
    if (task >= 0) {
      if (task === this.#task) this.#toldOwner(notice);
    } else if (notice !== Notice.missedPeriod) this.#toldRefusal(tenant, notice, after);
  }

  override ready(task: TaskSlot): void {
    if (task !== this.#task) return;
    this.#reason = "";
    this.#note("ready", "is ready: nothing but a machine is missing");
  }

  override started(task: TaskSlot, machine: MachineId): void {
    if (task !== this.#task) return;
    const { tasks } = this.#scheduler;
    const saved = tasks.progress[task]!;
    const from = saved > 0 ? `, from its checkpoint at ${duration(saved)} of work` : "";
    this.#reason = "";
    this.#confirmed = false;
    this.#holdings.begin("machine", this.#machineName(machine), this.#scheduler.now);
    this.#note(
      "started",
      `starts on ${this.#machineName(machine)}: attempt ${tasks.starts[task]}, token ${tasks.token[task]}${from}`,
    );
  }

  stopping(task: TaskSlot, reason: StopReason): void {
    if (task === this.#task) this.#note("stopping", whyItStops(reason, this.#template.executionCap));
  }

  override attemptEnded(task: TaskSlot, machine: MachineId, outcome: Outcome): void {
    if (task !== this.#task) return;
    this.#holdings.end("machine", this.#scheduler.now);
    if (outcome !== Outcome.done)
      this.#note("attempt-ended", attemptEnds(outcome, this.#machineName(machine)));
  }

  waitsAgain(task: TaskSlot, why: Again, from: Tick): void {
    if (task !== this.#task) return;
    const delay = from - this.#scheduler.now;
    const when = delay > 0 ? ` in ${duration(delay)}` : "";
    this.#note("waits-again", `is to run again${when}: ${whyAgain(why)}`);
  }

  fenced(task: TaskSlot, token: Token, machine: MachineId): void {
    if (task !== this.#task) return;
    this.#holdings.end("machine", this.#scheduler.now);
    const { visibility } = this.#scheduler.cluster.control.queues;
    this.#note(
      "fenced",
      `attempt with token ${token} on ${this.#machineName(machine)} was not heard of for ${duration(visibility)}: it is not trusted any more, and what it reports from now on is refused`,
    );
  }

  checkpointed(task: TaskSlot): void {
    if (task !== this.#task) return;
    const saved = this.#scheduler.tasks.progress[task]!;
    this.#note(
      "checkpoint",
      saved === 0 ? "its checkpoint cannot be read: it begins anew" : `has saved ${duration(saved)} of work`,
    );
  }

  promoted(task: TaskSlot): void {
    if (task === this.#task) this.#note("promoted", "its limit is near: it moves to the urgent lane");
  }

  handedOver(task: TaskSlot, from: NodeId, to: NodeId): void {
    if (task !== this.#task) return;
    this.#holdings.end("submitter", this.#scheduler.now);
    this.#holdings.begin("submitter", submitterName(to), this.#scheduler.now);
    this.#note(
      "handed-over",
      from === to
        ? `${submitterName(to)} is back in a new life, and finds it under its name`
        : `${submitterName(from)} is taken for dead, and ${submitterName(to)} takes it over`,
    );
  }

  alerted(alert: Alert, subject: number): void {
    if (this.#task === NOBODY) return;
    const { status, machine } = this.#scheduler.tasks;
    const runs = status[this.#task] === Status.running || status[this.#task] === Status.stopping;
    if (alert === Alert.machineMissing && runs && machine[this.#task] === subject)
      this.#note("missing", `nothing is heard of ${this.#machineName(subject)} any more`);
    if (alert === Alert.leaderElected) this.#note("leader", `another manager leads, with term ${subject}`);
  }

  override ended(task: TaskSlot): void {
    const parent = this.#parents?.get(task);
    if (parent !== undefined) this.#parentEnded(task, parent);
    if (task !== this.#task) return;
    this.#note("ended", howItEnded(this.#notice));
    this.#facts = { ...this.#facts!, ...this.#present(), ended: this.#scheduler.now / SECOND };
    this.#holdings.end("submitter", this.#scheduler.now);
    this.#task = NOBODY;
    // Slots are used again: those of its parents are others from now on.
    this.#parents = new Map();
  }

  /** Decisions are taken: if it still waits, there is a reason. */
  override settled(): void {
    // Told, and no step of a front door came for it: the submission was a plain call.
    this.#takeRefusal(this.#scheduler.now);
    const task = this.#task;
    if (task === NOBODY) return;
    const { tasks, dispatcher } = this.#scheduler;
    if (this.#parents === null) this.#findParents();
    if (dispatcher.waits(task)) {
      const why = dispatcher.whyWaits(task);
      const reason = `${why.kind} ${tasks.lane[task]}`;
      if (reason === this.#reason) return;
      const rank = this.#reason === "" ? dispatcher.rankOf(task) : null;
      this.#reason = reason;
      this.#note(
        "waits",
        `${whyItWaits(why, tasks.lane[task]!)}${rank === null ? "" : ` (${rankInWords(rank)})`}`,
      );
    } else if (!this.#confirmed && tasks.status[task] === Status.running && this.#isConfirmed(task)) {
      this.#confirmed = true;
      this.#note("confirmed", `${this.#machineName(tasks.machine[task]!)} confirms that it runs`);
    }
  }

  /** Only where confirmation is asked for does it say anything. */
  #isConfirmed(task: TaskSlot): boolean {
    return (
      this.#scheduler.cluster.control.queues.visibility < NEVER && this.#scheduler.tasks.confirmed[task] === 1
    );
  }

  #isAmong(slots: readonly TaskSlot[]): boolean {
    if ("refusal" in this.#wanted) {
      // The refused submission has come again, and was accepted this time.
      if (this.#facts !== null && this.#task === NOBODY && slots[0] !== undefined) this.#adopt(slots[0]);
      return false;
    }
    return slots.includes(this.#task);
  }

  #adopt(task: TaskSlot): void {
    const { tasks } = this.#scheduler;
    this.#task = task;
    const id = formatId(tasks.idTime[task]!, tasks.idTail[task]!);
    const tenant = this.#tenantName(tasks.tenant[task]!);
    this.#facts = {
      task: id,
      tenant,
      class: this.#template.class,
      status: "waiting",
      submitted: tasks.submittedAt[task]! / SECOND,
      started: null,
      ended: null,
      attempts: 0,
    };
    const node = submitterName(tasks.node[task]!);
    this.#holdings.begin("submitter", node, this.#scheduler.now);
    if (tasks.period[task]! > 0)
      this.#note("sent", `its time has come: run ${tasks.period[task]} is submitted for ${tenant}`);
    else if (!this.steps.any) this.#note("sent", `${tenant} sends it, and nothing is in its way`);
    this.#note("stored", `${node} has it stored, with the id ${id}`);
  }

  #toldOwner(notice: Notice): void {
    this.#notice = notice;
    if (notice === Notice.late) {
      const tolerance = duration(this.#template.delayTolerance);
      this.#note("told", `its owner is told that it starts late: it tolerates a wait of ${tolerance}`);
    }
  }

  #toldRefusal(tenant: TenantId, notice: Notice, after: Tick): void {
    this.#refusals++;
    if (!("refusal" in this.#wanted) || this.#refusals !== this.#wanted.refusal) return;
    const { now, templates } = this.#scheduler;
    this.#refusing = { at: now, what: "refused", text: whyRefused(notice, after) };
    this.#facts = {
      task: `refused:${this.#refusals}`,
      tenant: this.#tenantName(tenant),
      class: templates.specs[this.#refusedTemplate]!.class,
      status: "refused",
      submitted: now / SECOND,
      started: null,
      ended: null,
      attempts: 0,
    };
    if (!this.steps.any) this.#note("sent", `${this.#facts.tenant} sends it`);
  }

  /** Writes the refusal down, if it is the one in question. */
  #takeRefusal(sentAt: Tick): boolean {
    const refusing = this.#refusing;
    if (refusing === null) return false;
    this.#refusing = null;
    this.#facts = { ...this.#facts!, submitted: sentAt / SECOND };
    this.#steps.push(refusing);
    return true;
  }

  #findParents(): void {
    const { tasks, life, templates } = this.#scheduler;
    const task = this.#task;
    const parents = new Map<TaskSlot, string>();
    this.#parents = parents;
    if (tasks.pendingParents[task] === 0) return;
    tasks.each((other) => {
      for (let edge = tasks.firstChild[other]!; edge >= 0; edge = life.edges.next(edge))
        if (life.edges.child(edge) === task) {
          const id = formatId(tasks.idTime[other]!, tasks.idTail[other]!);
          parents.set(other, `${templates.specs[tasks.template[other]!]!.class} ${id}`);
        }
    });
    const names = [...parents.values()];
    const shown = names.slice(0, PARENTS_SHOWN).join(", ");
    const more = names.length > PARENTS_SHOWN ? ` and ${names.length - PARENTS_SHOWN} more` : "";
    this.#note("depends", `depends on ${shown}${more}`);
  }

  #parentEnded(parent: TaskSlot, name: string): void {
    this.#parents!.delete(parent);
    const left = this.#parents!.size;
    const status = STATUS_NAMES[this.#scheduler.tasks.status[parent]!];
    const more = left === 0 ? "it was the last that this one depends on" : `${left} more to come`;
    this.#note("parent-ended", `${name} has ended, ${status}: ${more}`);
  }

  /** What the scheduler's table says of it now. */
  #present(): Pick<Story, "status" | "started" | "attempts"> {
    const { tasks } = this.#scheduler;
    const task = this.#task;
    const started = tasks.firstStartedAt[task]!;
    return {
      status: STATUS_NAMES[tasks.status[task]!]!,
      started: started < 0 ? null : started / SECOND,
      attempts: tasks.starts[task]!,
    };
  }

  #note(what: Happening, text: string, at: Tick = this.#scheduler.now): void {
    this.#steps.push({ at, what, text });
  }

  get #template() {
    const { tasks, templates } = this.#scheduler;
    return templates.specs[tasks.template[this.#task]!]!;
  }

  #machineName(machine: MachineId): string {
    return this.#scheduler.cluster.machines[machine]!.name;
  }

  #tenantName(tenant: TenantId): string {
    return this.#scheduler.cluster.tenants[tenant]!.name;
  }
}

const PARENTS_SHOWN = 4;
