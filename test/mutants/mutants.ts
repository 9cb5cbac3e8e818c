/**
 * Traps that real queues and schedulers fell into (the numbers are those of the catalogue of reliability), planted one
 * at a time in a copy of the source. The fuzzer has to find each of them; one that it does not find is a hole in it.
 */
export interface Mutant {
  /** 0: not one of the numbered traps. */
  readonly trap: number;
  readonly name: string;
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
}

const LIFE = "src/cluster/lifecycle.ts";
const SCHEDULER = "src/cluster/scheduler.ts";
const INTAKE = "src/cluster/intake.ts";
const MEMBERS = "src/cluster/membership.ts";
const PERIODIC = "src/cluster/periodic.ts";
const BOOK = "src/cluster/budget-book.ts";
const DISPATCHER = "src/cluster/dispatcher.ts";

export const MUTANTS: readonly Mutant[] = [
  {
    trap: 1,
    name: "retry-never-requeued",
    file: SCHEDULER,
    find: "        tasks.timer[a] = NO_EVENT;\n        life.ready(a);",
    replace: "        tasks.timer[a] = NO_EVENT;",
  },
  {
    trap: 2,
    name: "old-token-accepted",
    file: LIFE,
    find: "if (tasks.token[task] !== token || (status !== Status.running && status !== Status.stopping)) {",
    replace: "if (status !== Status.running && status !== Status.stopping) {",
  },
  {
    trap: 3,
    name: "stopped-attempt-keeps-its-room",
    file: LIFE,
    find: "    dispatcher.release(machine, task);\n    // What ends well",
    replace: "    if (outcome !== Outcome.stopped) dispatcher.release(machine, task);\n    // What ends well",
  },
  {
    trap: 4,
    name: "visibility-by-age-alone",
    file: SCHEDULER,
    find: "const until = renews && tasks.confirmed[task] === 1 ? heardAt + visibility : this.now;",
    replace: "const until = heardAt - visibility;",
  },
  {
    trap: 5,
    name: "lease-of-the-dead-is-kept",
    file: "src/cluster/lease.ts",
    find: "if (now < this.#until) return 0;",
    replace: "if (now < this.#until || this.#holder !== NOBODY) return 0;",
  },
  {
    trap: 6,
    name: "restarted-submitter-hides-its-orphans",
    file: "src/cluster/manager.ts",
    find: "if (up[node] === 1 && incarnation[node] === this.#known[node]) return false;",
    replace: "if (up[node] === 1) return false;",
  },
  {
    trap: 6,
    name: "restarted-machine-hides-its-orphans",
    file: "src/sim/presence.ts",
    find: "      scheduler.machineDown(now, machine);",
    replace: "",
  },
  {
    trap: 7,
    name: "deadly-task-blocks",
    file: LIFE,
    find: "    tasks.machine[task] = NO_MACHINE;\n    this.end(task, Status.dead, Notice.deadLettered);",
    replace: "    tasks.machine[task] = NO_MACHINE;",
  },
  {
    trap: 8,
    name: "what-ran-on-a-lost-machine-is-lost",
    file: LIFE,
    find: "if (status === Status.stopping) this.#stopped(task, Outcome.lost);\n      else this.#lost(task);",
    replace: "if (status === Status.stopping) this.#stopped(task, Outcome.lost);",
  },
  {
    trap: 9,
    name: "poison-is-never-found",
    file: LIFE,
    find: "if (tasks.losses[task]! < spec.control.queues.deadlyAfter) return false;",
    replace: "if (tasks.losses[task]! < spec.control.queues.deadlyAfter + 1e9) return false;",
  },
  {
    trap: 10,
    name: "loss-of-a-machine-is-the-tasks-failure",
    file: LIFE,
    find: "this.#context.tasks.losses[task]!++;\n    if (!this.#isDeadly(task)) this.waitAgain(task, Again.machineLost, 0);",
    replace: "this.#failed(task);",
  },
  {
    trap: 11,
    name: "fenced-and-not-requeued",
    file: LIFE,
    find: "if (!this.#isDeadly(task)) this.waitAgain(task, Again.unconfirmed, 0);",
    replace: "this.#isDeadly(task);",
  },
  {
    trap: 12,
    name: "machine-is-back-and-gets-no-work",
    file: MEMBERS,
    find: "    this.#setUp(machine, true);",
    replace: "",
  },
  {
    trap: 13,
    name: "stalled-commit-stops-all",
    file: "src/sim/log.ts",
    find: "if (--this.#stalled === 0 && this.#gathered.length > 0 && !this.#busy) this.#begin(now);",
    replace: "this.#stalled--;",
  },
  {
    trap: 14,
    name: "second-batch-never-comes",
    file: SCHEDULER,
    find: "        this.#batchTimer = NO_EVENT;\n        this.dispatcher.pushBatch();",
    replace: "        this.dispatcher.pushBatch();",
  },
  {
    trap: 15,
    name: "old-leader-may-write",
    file: "src/sim/log.ts",
    find: "if (entry.led && term !== this.term) {",
    replace: "if (entry.led && term > this.term) {",
  },
  {
    trap: 16,
    name: "late-heartbeat-is-not-heard",
    file: MEMBERS,
    find: "  machineHeard(machine: MachineId): void {\n    this.machines.heard(machine);",
    replace: "  machineHeard(_machine: MachineId): void {",
  },
  {
    trap: 17,
    name: "one-loss-counted-twice",
    file: MEMBERS,
    find: "  loseMachine(machine: MachineId): void {\n    if (this.#context.fleet.up[machine] === 0) return;\n",
    replace: "  loseMachine(machine: MachineId): void {\n",
  },
  {
    trap: 18,
    name: "second-copy-stays-after-a-partition",
    file: "src/sim/presence.ts",
    find: "    this.machines.clear(machine);",
    replace: "",
  },
  {
    trap: 19,
    name: "cancel-while-pausing-forgotten",
    file: LIFE,
    find: "      tasks.stopReason[task] = StopReason.cancelled;\n",
    replace: "",
  },
  {
    trap: 20,
    name: "daylight-saving-ignored",
    file: PERIODIC,
    find: "return nextPeriod(schedule, this.#epoch, nextAt, anchor, zone);",
    replace:
      "return nextPeriod(schedule, this.#epoch, nextAt, anchor, { name: zone.name, from: [0], offset: [0] });",
  },
  {
    trap: 21,
    name: "late-period-runs-twice",
    file: PERIODIC,
    find: "if (!this.#closed && isStillWanted(task, at, now)) this.#calls.submit(task);",
    replace:
      "if (!this.#closed && at < now) this.#calls.submit(task);\n      if (!this.#closed && isStillWanted(task, at, now)) this.#calls.submit(task);",
  },
  {
    trap: 22,
    name: "many-missed-periods-end-a-schedule",
    file: PERIODIC,
    find: "    for (let at = task.nextAt; at <= now; at = task.nextAt) {",
    replace:
      "    if (now - task.nextAt > 10 * 86_400_000_000) task.nextAt = NEVER;\n    for (let at = task.nextAt; at <= now; at = task.nextAt) {",
  },
  {
    trap: 23,
    name: "room-given-away-while-stopping",
    file: LIFE,
    find: "    effects.stop(task, tasks.token[task]!, tasks.machine[task]!, reason);",
    replace:
      "    const { dispatcher, templates } = this.#context;\n    dispatcher.freed(tasks.machine[task]!, templates.shapes[tasks.template[task]!]!);\n    effects.stop(task, tasks.token[task]!, tasks.machine[task]!, reason);",
  },
  {
    trap: 24,
    name: "child-waits-for-a-failed-parent",
    file: LIFE,
    find: "          this.#finish(child, Status.cancelled, Notice.parentFailed);\n          ended.push(child);",
    replace: "          tasks.pendingParents[child]!++;",
  },
  {
    trap: 25,
    name: "limited-and-not-told",
    file: INTAKE,
    find: "    if (wait > 0) this.refuse(tenant, template, tasks, Notice.limitExceeded, wait);\n",
    replace: "",
  },
  {
    trap: 26,
    name: "ids-restart-below",
    file: "src/cluster/submitters.ts",
    find: "    ids.resume(this.#storedTime[node]!);\n",
    replace: "",
  },
  {
    trap: 27,
    name: "acknowledged-before-it-is-written",
    file: "src/sim/front-door.ts",
    find: "    this.#held[node]!++;\n",
    replace: "    this.#held[node]!++;\n    this.#answer(now, sent, true, 0);\n",
  },
  {
    trap: 28,
    name: "hung-attempt-without-a-cap",
    file: LIFE,
    find: "    if (template.executionCap < NEVER) {\n",
    replace: "    if (template.executionCap < NEVER && token % 2 === 1) {\n",
  },
  {
    trap: 29,
    name: "key-of-a-refused-submission-stays-taken",
    file: INTAKE,
    find: "    if (!this.admitJob(tenant, templates, parents, order, node, sentAt, slots)) {\n      this.keys.release(key);",
    replace: "    if (!this.admitJob(tenant, templates, parents, order, node, sentAt, slots)) {",
  },
  {
    trap: 0,
    name: "fenced-attempt-holds-nothing",
    file: LIFE,
    find: "    this.fenced.add({ task, token, machine, shape: templates.shapes[tasks.template[task]!]! });\n    this.#serve(task);\n    dispatcher.abandon(task);",
    replace: "    this.#serve(task);\n    dispatcher.release(machine, task);\n    void templates;",
  },
  {
    trap: 0,
    name: "key-ignored",
    file: INTAKE,
    find: 'if (claim === "same") {',
    replace: 'if (claim === "same" && payload < 0) {',
  },
  {
    trap: 0,
    name: "refill-despite-loans",
    file: BOOK,
    find: "const room = (this.#burst[tenant]! - this.#lent[tenant]!) * this.#ticksPerTask[tenant]!;",
    replace: "const room = this.#burst[tenant]! * this.#ticksPerTask[tenant]!;",
  },
  {
    trap: 0,
    name: "whole-portion-given-back",
    file: BOOK,
    find: "this.#end(tenant, lease, cut ? 0 : this.#left[lease]!);",
    replace: "this.#end(tenant, lease, cut ? 0 : this.#size[lease]!);",
  },
  {
    trap: 0,
    name: "hand-over-forgets-what-was-not-passed-on",
    file: MEMBERS,
    find: "    observer.handedOver?.(task, from, heir);\n    this.#intake.forward(task);\n",
    replace: "    observer.handedOver?.(task, from, heir);\n",
  },
  {
    trap: 0,
    name: "batch-is-not-the-top",
    file: DISPATCHER,
    find: "this.#backlog.add(task, rank, ++this.#tickets);",
    replace: "this.#backlog.add(task, -rank, ++this.#tickets);",
  },
  {
    trap: 0,
    name: "queue-entry-left-over",
    file: LIFE,
    find: "      if (dispatcher.waits(task)) dispatcher.remove(task);\n      this.end(task, Status.cancelled, Notice.cancelled);",
    replace: "      this.end(task, Status.cancelled, Notice.cancelled);",
  },
  {
    trap: 0,
    name: "checkpoint-goes-back",
    file: SCHEDULER,
    find: "} else if (progress > this.tasks.progress[task]!) {",
    replace: "} else {",
  },
  {
    trap: 0,
    name: "child-starts-before-its-parents",
    file: INTAKE,
    find: "    if (tasks.pendingParents[task] === 0) this.#life.ready(task);",
    replace: "    this.#life.ready(task);",
  },
  {
    trap: 0,
    name: "given-back-and-not-told",
    file: LIFE,
    find: "    this.#context.tell(tasks.tenant[task]!, notice, task, 0);\n    observer.ended(task);",
    replace:
      "    if (notice !== Notice.tryAgain) this.#context.tell(tasks.tenant[task]!, notice, task, 0);\n    observer.ended(task);",
  },
  {
    trap: 0,
    name: "closed-lane-is-served",
    file: DISPATCHER,
    find: "      if (this.#gates && !this.#serves(lane)) continue;\n      for (;;) {\n        const task = queues.first(",
    replace: "      for (;;) {\n        const task = queues.first(",
  },
  {
    trap: 0,
    name: "promotion-into-the-lane-it-was-in",
    file: DISPATCHER,
    find: "    this.#takeOut(task);\n    this.#enqueue(task, URGENT);",
    replace: "    this.#takeOut(task);\n    this.#enqueue(task, DELAYABLE);",
  },
  {
    trap: 0,
    name: "given-up-and-not-counted",
    file: "src/sim/front-door.ts",
    find: "    if (!sent.decided) this.#left.push(sent);\n",
    replace: "",
  },
];
