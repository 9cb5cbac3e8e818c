/** Observers that turn what the scheduler reports into the files of `--tasks` and `--timeline`. */
import { formatId } from "../cluster/ids.ts";
import { SilentObserver } from "../cluster/observers.ts";
import { LANES } from "../cluster/policy.ts";
import { Again, type MachineId, Notice, type Outcome, type TaskSlot } from "../cluster/ports.ts";
import { RESOURCES } from "../cluster/resources.ts";
import type { Scheduler } from "../cluster/scheduler.ts";
import { NO_MACHINE, STATUS_NAMES, Status } from "../cluster/tasks.ts";
import { NEVER, SECOND, type Tick } from "../engine/time.ts";
import type { TaskRowWriter } from "../report/task-rows.ts";
import type { TraceEventWriter } from "../report/trace-events.ts";

const OUTCOMES = ["done", "failed", "stopped", "lost", "refused"];
const NOTICES = Object.keys(Notice);

/** One row for each task, when it has ended; for those that never do, when the run is over. */
export class TaskRows extends SilentObserver {
  readonly #scheduler: Scheduler;
  readonly #writer: TaskRowWriter;
  readonly #policy: string;
  /** Of those that were paused at all, by slot: how often. */
  readonly #pauses = new Map<TaskSlot, number>();
  /** What the owner of a task was told last. */
  #notice: Notice = Notice.accepted;

  constructor(scheduler: Scheduler, writer: TaskRowWriter, policy: string) {
    super();
    this.#scheduler = scheduler;
    this.#writer = writer;
    this.#policy = policy;
  }

  waitsAgain(task: TaskSlot, why: Again): void {
    if (why === Again.paused) this.#pauses.set(task, (this.#pauses.get(task) ?? 0) + 1);
  }

  /** The owner is told right before the task ends. */
  told(_tenant: number, notice: Notice): void {
    this.#notice = notice;
  }

  override ended(task: TaskSlot): void {
    this.#write(task, this.#scheduler.now);
    this.#pauses.delete(task);
  }

  /** The run is over: whatever is still in the table is lost. */
  leftOver(): void {
    const { tasks } = this.#scheduler;
    for (let task = 0; task < tasks.capacity; task++) {
      const status = tasks.status[task]!;
      if (status === Status.waiting || status === Status.running || status === Status.stopping)
        this.#write(task, null);
    }
  }

  #write(task: TaskSlot, ended: Tick | null): void {
    const { tasks, templates, cluster } = this.#scheduler;
    const submitted = tasks.submittedAt[task]!;
    const started = tasks.firstStartedAt[task]! < 0 ? null : tasks.firstStartedAt[task]!;
    const template = templates.specs[tasks.template[task]!]!;
    const machine = tasks.machine[task]!;
    this.#writer.write({
      id: formatId(tasks.idTime[task]!, tasks.idTail[task]!),
      tenant: cluster.tenants[tasks.tenant[task]!]!.name,
      class: template.class,
      status: STATUS_NAMES[tasks.status[task]!]!,
      submitted: submitted / SECOND,
      started: started === null ? null : started / SECOND,
      ended: ended === null ? null : ended / SECOND,
      wait: started === null ? null : (started - submitted) / SECOND,
      response: ended === null ? null : (ended - submitted) / SECOND,
      attempts: tasks.starts[task]!,
      machine: machine === NO_MACHINE ? null : cluster.machines[machine]!.name,
      lane: LANES[tasks.lane[task]!] ?? "",
      late: (started ?? ended ?? NEVER) - submitted > template.delayTolerance,
      policy: this.#policy,
      replication: 0,
      node: `submitter-${tasks.node[task]! + 1}`,
      losses: tasks.losses[task]!,
      failures: tasks.failures[task]!,
      pauses: this.#pauses.get(task) ?? 0,
      notice: ended === null ? null : NOTICES[this.#notice]!,
    });
  }
}

/** Attempts on machines, peak times, and the levels of utilisation and queue at every change that shows. */
export class TimelineEvents extends SilentObserver {
  readonly #scheduler: Scheduler;
  readonly #writer: TraceEventWriter | null;
  #peak = false;
  #nextCounters: Tick = 0;

  /** Without a writer it keeps silent. */
  constructor(scheduler: Scheduler, writer: TraceEventWriter | null) {
    super();
    this.#scheduler = scheduler;
    this.#writer = writer;
  }

  override attemptEnded(task: TaskSlot, machine: MachineId, outcome: Outcome): void {
    const { tasks, templates, cluster, now } = this.#scheduler;
    this.#writer?.attempt({
      machine,
      started: tasks.startedAt[task]!,
      ended: now,
      class: templates.specs[tasks.template[task]!]!.class,
      task: formatId(tasks.idTime[task]!, tasks.idTail[task]!),
      tenant: cluster.tenants[tasks.tenant[task]!]!.name,
      outcome: OUTCOMES[outcome]!,
    });
  }

  override settled(): void {
    const { fleet, waiting, peak, now } = this.#scheduler;
    if (peak !== this.#peak) {
      this.#peak = peak;
      this.#writer?.peak(now, peak ? "begins" : "ends");
    }
    // A second of scenario time between two readings keeps the counters from outweighing the tasks.
    if (now < this.#nextCounters) return;
    this.#nextCounters = now + SECOND;
    const shares = fleet.asked.flatMap((d) =>
      fleet.capacity[d]! > 0 ? [[RESOURCES[d], fleet.used[d]! / fleet.capacity[d]!]] : [],
    );
    this.#writer?.counters(now, Object.fromEntries(shares), waiting);
  }
}
