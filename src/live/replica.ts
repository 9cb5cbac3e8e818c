/**
 * The scheduler of a live run with its metrics and its outbox, fed with inputs one by one. The running coordinator,
 * a restart and a replay all make one of these; there is nothing in it that belongs to only one of them.
 */
import { feed, type Input } from "../cluster/inputs.ts";
import { Metrics } from "../cluster/metrics.ts";
import { Tee } from "../cluster/observers.ts";
import type { Policy } from "../cluster/policy.ts";
import type { TemplateId } from "../cluster/ports.ts";
import { Scheduler } from "../cluster/scheduler.ts";
import { assert } from "../engine/assert.ts";
import { Streams } from "../engine/random.ts";
import { NEVER, type Tick } from "../engine/time.ts";
import type { Scenario, Workload } from "../scenario/model.ts";
import { registerTemplates } from "../scenario/template-order.ts";
import type { LiveInput, SettleMark } from "./inputs.ts";
import { Outbox } from "./outbox.ts";
import { Tally } from "./tally.ts";
import { idOf } from "./task-row.ts";

export interface Fed {
  /** Of a submission: the ids of its tasks by position. Empty: it was refused. */
  readonly ids: readonly string[];
  /** Of a report: it was about the present attempt. */
  readonly accepted: boolean;
}

export class Replica {
  readonly scheduler: Scheduler;
  readonly metrics: Metrics;
  readonly outbox: Outbox;
  readonly tally = new Tally();
  /** The templates of each workload, by position in its job. */
  readonly templates: ReadonlyMap<Workload, readonly TemplateId[]>;
  /** Inputs fed so far. */
  events = 0;
  rounds = 0;
  /** Nothing more will be submitted. */
  closed = false;

  constructor(scenario: Scenario, policy: Policy, seed: number) {
    let metrics: Metrics | null = null;
    // As in the virtual world: one that is ordered while it shuts down has to do so first.
    this.outbox = new Outbox(scenario.power.shutdown + scenario.power.boot);
    this.scheduler = new Scheduler({
      cluster: scenario.cluster,
      policy,
      effects: this.outbox,
      observer: (scheduler) => {
        metrics = new Metrics(scheduler, scenario.warmup);
        return new Tee([metrics, this.tally]);
      },
      random: new Streams(seed, 0).stream("placement"),
    });
    assert(metrics !== null, "the scheduler makes its observer at once");
    this.metrics = metrics;
    this.outbox.attach(this.scheduler);
    this.templates = registerTemplates(scenario.workloads, (template) => this.scheduler.template(template));
  }

  /** Everything that was accepted has ended, and nothing more will come. */
  get over(): boolean {
    return this.closed && this.scheduler.tasks.count === 0;
  }

  feed(now: Tick, input: LiveInput): Fed {
    this.events++;
    if (input.kind === "wake") this.outbox.wake = NEVER;
    else if (input.kind === "machine-up") this.outbox.booting.delete(input.machine);
    else if (input.kind === "close") this.closed = true;
    const { slots, accepted } = feed(this.scheduler, now, this.#bySlot(input));
    if (input.kind === "ended") this.outbox.attemptEnded(input);
    else if (input.kind === "close") this.metrics.freeze(now);
    return { ids: slots.map((task) => idOf(this.scheduler, task)), accepted };
  }

  /** Ends the round: the scheduler decides. */
  settle(now: Tick): SettleMark {
    this.scheduler.settle(now);
    return { kind: "settle", round: ++this.rounds, digest: this.scheduler.digest.hex() };
  }

  #bySlot(input: LiveInput): Input {
    if (!("task" in input)) return input;
    const task = this.outbox.slotOf(input.task, "token" in input ? input.token : 0);
    assert(task !== undefined, "what is told of a task that is not in flight is refused before it is fed");
    return { ...input, task };
  }
}
