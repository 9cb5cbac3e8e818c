/**
 * The life of one task from the moment it may run: it starts, is stopped, paused, lost or done, waits again, and
 * ends, and with it what depended on it in vain. Every change of a task's status is made here.
 */
import { assert } from "../engine/assert.ts";
import { NO_EVENT } from "../engine/event-queue.ts";
import { NEVER, SECOND, type Tick } from "../engine/time.ts";
import { type Context, Mark, Timer } from "./context.ts";
import { Edges } from "./dag.ts";
import { FencedAttempts } from "./fenced.ts";
import {
  Again,
  Alert,
  type MachineId,
  Notice,
  Outcome,
  StopReason,
  type TaskSlot,
  type Token,
} from "./ports.ts";
import { retryDelay } from "./retry.ts";
import { NO_MACHINE, Status } from "./tasks.ts";

/** A machine that did not take a task is full or unwell; asking again in the same instant would go on for ever. */
const AFTER_REFUSAL = SECOND;

export class Lifecycle {
  readonly edges = new Edges();
  readonly fenced = new FencedAttempts();
  readonly #context: Context;
  readonly #visibility: Tick;
  readonly #maxWait: Tick;
  readonly #quantum: boolean;
  /** Tasks that became ready in this instant and have a time at which they turn urgent: (task, ticket, time). */
  readonly #fresh: number[] = [];

  constructor(context: Context, quantum: boolean) {
    this.#context = context;
    this.#visibility = context.spec.control.queues.visibility;
    this.#maxWait = context.spec.control.queues.maxWait;
    this.#quantum = quantum;
  }

  /** All it depends on is done: it waits for a machine. */
  ready(task: TaskSlot): void {
    const { observer, dispatcher, tasks } = this.#context;
    observer.ready?.(task);
    const urgentAt = dispatcher.add(task);
    if (urgentAt < NEVER || this.#maxWait < NEVER) this.#fresh.push(task, tasks.ticket[task]!, urgentAt);
  }

  /** Most tasks start at once; only those that still wait get timers. */
  armFresh(): void {
    const fresh = this.#fresh;
    if (fresh.length === 0) return;
    const { tasks, timers, now } = this.#context;
    for (let i = 0; i < fresh.length; i += 3) {
      const task = fresh[i]!;
      // A batch may have moved it on within the instant: it waits as long as it has any ticket of its own.
      if (tasks.status[task] !== Status.waiting || tasks.ticket[task]! < fresh[i + 1]!) continue;
      const urgentAt = fresh[i + 2]!;
      if (urgentAt < NEVER && tasks.timer[task] === NO_EVENT)
        tasks.timer[task] = timers.schedule(Math.max(now, urgentAt), 0, Timer.urgent, task, 0);
      if (this.#maxWait < NEVER && tasks.starts[task] === 0 && tasks.secondTimer[task] === NO_EVENT)
        tasks.secondTimer[task] = timers.schedule(now + this.#maxWait, 0, Timer.longestWait, task, 0);
    }
    fresh.length = 0;
  }

  start(task: TaskSlot, machine: MachineId): void {
    const context = this.#context;
    const { tasks, now, timers } = context;
    const template = context.templates.specs[tasks.template[task]!]!;
    this.clearTimers(task);
    const token = tasks.token[task]! + 1;
    tasks.status[task] = Status.running;
    tasks.token[task] = token;
    tasks.machine[task] = machine;
    tasks.starts[task]!++;
    tasks.startedAt[task] = now;
    if (tasks.firstStartedAt[task]! < 0) {
      tasks.firstStartedAt[task] = now;
      if (now - tasks.submittedAt[task]! > template.delayTolerance) {
        context.tell(tasks.tenant[task]!, Notice.late, task, 0);
      }
    }
    if (template.executionCap < NEVER) {
      // Work that was saved counts: pausing does not lengthen what a task may take.
      const cap = Math.max(1, template.executionCap - tasks.progress[task]!);
      tasks.timer[task] = timers.schedule(now + cap, 0, Timer.cap, task, token);
    }
    if (this.#visibility < NEVER) {
      tasks.confirmed[task] = 0;
      tasks.secondTimer[task] = timers.schedule(now + this.#visibility, 0, Timer.visibility, task, token);
    }
    if (this.#quantum) {
      const quantum = context.dispatcher.quantumOf(task);
      if (quantum < NEVER) timers.add(now + quantum, 0, Timer.quantum, task, token);
    }
    context.digest.mix(Mark.started, task, machine);
    context.observer.started?.(task, machine);
    context.effects.save?.(task);
    context.effects.start(task, token, machine);
  }

  stop(task: TaskSlot, reason: StopReason): void {
    const { tasks, digest, effects, observer } = this.#context;
    tasks.status[task] = Status.stopping;
    tasks.stopReason[task] = reason;
    digest.mix(Mark.stopped, task, reason);
    observer.stopping?.(task, reason);
    effects.save?.(task);
    effects.stop(task, tasks.token[task]!, tasks.machine[task]!, reason);
  }

  cancel(task: TaskSlot): void {
    const { tasks, dispatcher, effects } = this.#context;
    const status = tasks.status[task]!;
    if (status === Status.waiting) {
      this.clearTimers(task);
      if (dispatcher.waits(task)) dispatcher.remove(task);
      this.end(task, Status.cancelled, Notice.cancelled);
    } else if (status === Status.running) {
      this.stop(task, StopReason.cancelled);
    } else if (status === Status.stopping && tasks.stopReason[task] === StopReason.paused) {
      // It was to give way and come back; now it need not come back.
      tasks.stopReason[task] = StopReason.cancelled;
      effects.save?.(task);
    }
  }

  /** It could not start for as long as a task may wait. */
  giveBack(task: TaskSlot): void {
    const { tasks, dispatcher, observer } = this.#context;
    this.clearTimers(task);
    if (dispatcher.waits(task)) dispatcher.remove(task);
    assert(tasks.status[task] === Status.waiting, "only what waits is given back");
    observer.expired?.(task);
    this.end(task, Status.cancelled, Notice.tryAgain);
  }

  /** A world reports the end of an attempt. False when the token is not the present one: the report is refused. */
  attemptEnded(task: TaskSlot, token: Token, outcome: Outcome): boolean {
    const { tasks } = this.#context;
    const status = tasks.status[task]!;
    if (tasks.token[task] !== token || (status !== Status.running && status !== Status.stopping)) {
      this.#freeFenced(task, token);
      return false;
    }
    if (outcome === Outcome.refused) tasks.avoids[task] = tasks.machine[task]!;
    this.#leaveMachine(task, outcome);
    if (outcome === Outcome.done) this.end(task, Status.done, Notice.done);
    else if (status === Status.stopping) this.#stopped(task, outcome);
    else if (outcome === Outcome.lost) this.#lost(task);
    else if (outcome === Outcome.refused) this.waitAgain(task, Again.refused, AFTER_REFUSAL);
    else this.#failed(task);
    return true;
  }

  /** Whatever ran on the machine is gone with it. It was not the tasks' failure. */
  loseAllOn(machine: MachineId): void {
    const { tasks, dispatcher } = this.#context;
    for (const { shape } of this.fenced.takeOn(machine)) {
      dispatcher.freed(machine, shape);
      this.#context.observer.unfenced?.(machine);
    }
    // Losing a task changes no other task's machine, so the table can be walked while it happens.
    for (let task = 0; task < tasks.capacity; task++) {
      const status = tasks.status[task];
      if (tasks.machine[task] !== machine || (status !== Status.running && status !== Status.stopping))
        continue;
      this.#leaveMachine(task, Outcome.lost);
      if (status === Status.stopping) this.#stopped(task, Outcome.lost);
      else this.#lost(task);
    }
  }

  /** Nobody has confirmed the present attempt for too long: another one takes its place. */
  fence(task: TaskSlot): void {
    const { tasks, templates, dispatcher, digest, effects, observer } = this.#context;
    const machine = tasks.machine[task]!;
    const token = tasks.token[task]!;
    this.clearTimers(task);
    this.fenced.add({ task, token, machine, shape: templates.shapes[tasks.template[task]!]! });
    this.#serve(task);
    dispatcher.abandon(task);
    digest.mix(Mark.fenced, task, token);
    observer.fenced?.(task, token, machine);
    effects.stop(task, token, machine, StopReason.fenced);
    tasks.losses[task]!++;
    if (!this.#isDeadly(task)) this.waitAgain(task, Again.unconfirmed, 0);
  }

  /** Ends a task, and with it what depended on it in vain; then its slot is free. */
  end(task: TaskSlot, status: Status, notice: Notice): void {
    const { tasks, templates } = this.#context;
    this.#finish(task, status, notice);
    if (tasks.firstChild[task]! < 0 && tasks.pendingParents[task] === 0) {
      tasks.release(task);
      return;
    }
    const ended = [task];
    for (let parent = ended.pop(); parent !== undefined; parent = ended.pop()) {
      const succeeded = tasks.status[parent] === Status.done;
      let edge = tasks.firstChild[parent]!;
      while (edge >= 0) {
        const child = this.edges.child(edge);
        edge = this.edges.drop(edge);
        const pending = --tasks.pendingParents[child]!;
        if (tasks.status[child]! >= Status.done) {
          // Ended before its parents: its slot was kept until the last edge to it is gone.
          if (pending === 0) tasks.release(child);
        } else if (!succeeded && !templates.specs[tasks.template[child]!]!.runsAnyway) {
          this.#finish(child, Status.cancelled, Notice.parentFailed);
          ended.push(child);
        } else if (pending === 0 && tasks.forwarded[child] === 1) {
          this.ready(child);
        }
      }
      tasks.firstChild[parent] = -1;
      if (tasks.pendingParents[parent] === 0) tasks.release(parent);
    }
  }

  /** The task waits for its next attempt, which may begin after `delay`. */
  waitAgain(task: TaskSlot, why: Again, delay: Tick): void {
    const { tasks, effects, observer, timers, now } = this.#context;
    tasks.status[task] = Status.waiting;
    tasks.machine[task] = NO_MACHINE;
    tasks.stopReason[task] = 0;
    observer.waitsAgain?.(task, why, now + delay);
    effects.save?.(task);
    if (delay === 0) this.ready(task);
    else tasks.timer[task] = timers.schedule(now + delay, 0, Timer.retry, task, 0);
  }

  clearTimers(task: TaskSlot): void {
    const { tasks, timers } = this.#context;
    if (tasks.timer[task] !== NO_EVENT) {
      timers.cancel(tasks.timer[task]!);
      tasks.timer[task] = NO_EVENT;
    }
    if (tasks.secondTimer[task] !== NO_EVENT) {
      timers.cancel(tasks.secondTimer[task]!);
      tasks.secondTimer[task] = NO_EVENT;
    }
  }

  /** The attempt is over, however it ended: its resources and its timers are given back. */
  #leaveMachine(task: TaskSlot, outcome: Outcome): void {
    const { tasks, dispatcher, digest, observer } = this.#context;
    const machine = tasks.machine[task]!;
    this.clearTimers(task);
    this.#serve(task);
    dispatcher.release(machine, task);
    // What ends well ends the task, and that goes into the digest by itself.
    if (outcome !== Outcome.done) digest.mix(Mark.attemptEnded, task, outcome);
    observer.attemptEnded?.(task, machine, outcome);
  }

  #serve(task: TaskSlot): void {
    const { tasks, now } = this.#context;
    tasks.served[task]! += now - tasks.startedAt[task]!;
  }

  #freeFenced(task: TaskSlot, token: Token): void {
    const { dispatcher, observer } = this.#context;
    const attempt = this.fenced.take(task, token);
    if (attempt === undefined) return;
    dispatcher.freed(attempt.machine, attempt.shape);
    observer.unfenced?.(attempt.machine);
  }

  #stopped(task: TaskSlot, outcome: Outcome): void {
    const { tasks } = this.#context;
    switch (tasks.stopReason[task]) {
      case StopReason.capped:
        this.end(task, Status.failed, Notice.capped);
        break;
      case StopReason.overused:
        this.end(task, Status.failed, Notice.overused);
        break;
      case StopReason.paused:
        if (outcome === Outcome.failed) this.#failed(task);
        else if (outcome === Outcome.lost) this.#lost(task);
        else this.waitAgain(task, Again.paused, 0);
        break;
      default:
        this.end(task, Status.cancelled, Notice.cancelled);
    }
  }

  #lost(task: TaskSlot): void {
    this.#context.tasks.losses[task]!++;
    if (!this.#isDeadly(task)) this.waitAgain(task, Again.machineLost, 0);
  }

  /** Machine after machine died under it: it is kept from the next one. */
  #isDeadly(task: TaskSlot): boolean {
    const { tasks, spec } = this.#context;
    if (tasks.losses[task]! < spec.control.queues.deadlyAfter) return false;
    this.#context.alert(Alert.deadlyTask, task);
    tasks.machine[task] = NO_MACHINE;
    this.end(task, Status.dead, Notice.deadLettered);
    return true;
  }

  #failed(task: TaskSlot): void {
    const { tasks, templates, spec } = this.#context;
    const failures = ++tasks.failures[task]!;
    const { attempts } = templates.specs[tasks.template[task]!]!;
    if (failures < attempts) {
      this.waitAgain(task, Again.failed, retryDelay(spec.control.retry, failures));
    } else if (attempts === 1) {
      this.end(task, Status.failed, Notice.failed);
    } else {
      this.#context.alert(Alert.deadLetter, task);
      this.end(task, Status.dead, Notice.deadLettered);
    }
  }

  #finish(task: TaskSlot, status: Status, notice: Notice): void {
    const { tasks, digest, effects, observer } = this.#context;
    tasks.status[task] = status;
    digest.mix(Mark.ended, task, status);
    effects.save?.(task);
    this.#context.tell(tasks.tenant[task]!, notice, task, 0);
    observer.ended(task);
  }
}
