/**
 * The scheduler of a live run with its metrics and its outbox, fed with inputs one by one. The running coordinator,
 * a restart and a replay all make one of these; there is nothing in it that belongs to only one of them.
 */
import { Metrics } from "../cluster/metrics.ts";
import { Tee } from "../cluster/observers.ts";
import type { Policy } from "../cluster/policy.ts";
import type { TaskSlot, TemplateId } from "../cluster/ports.ts";
import { Scheduler } from "../cluster/scheduler.ts";
import { assert } from "../engine/assert.ts";
import { Streams } from "../engine/random.ts";
import { NEVER, type Tick } from "../engine/time.ts";
import type { Scenario, Workload } from "../scenario/model.ts";
import { registerTemplates } from "../scenario/template-order.ts";
import type { Input, SettleMark, SubmitInput } from "./inputs.ts";
import { Outbox } from "./outbox.ts";
import { Tally } from "./tally.ts";
import { idOf } from "./task-row.ts";

export interface Fed {
  /** Of a submission: the ids of its tasks by position. Empty: it was refused. */
  readonly ids: readonly string[];
  /** Of a report: it was about the present attempt. */
  readonly accepted: boolean;
}

const NOTHING: Fed = { ids: [], accepted: false };

export class Replica {
  readonly scheduler: Scheduler;
  readonly metrics: Metrics;
  readonly outbox = new Outbox();
  readonly tally = new Tally();
  /** The templates of each workload, by position in its job. */
  readonly templates: ReadonlyMap<Workload, readonly TemplateId[]>;
  /** Inputs fed so far. */
  events = 0;
  rounds = 0;
  /** Nothing more will be submitted. */
  closed = false;
  readonly #slots: TaskSlot[] = [];

  constructor(scenario: Scenario, policy: Policy, seed: number) {
    let metrics: Metrics | null = null;
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

  feed(now: Tick, input: Input): Fed {
    this.events++;
    switch (input.kind) {
      case "submit":
        return { ids: this.#submit(now, input).map((task) => idOf(this.scheduler, task)), accepted: false };
      case "ended": {
        const task = this.outbox.slots.get(input.task);
        assert(task !== undefined, "a report about a task that is not in flight is refused before it is fed");
        return { ids: [], accepted: this.scheduler.attemptEnded(now, task, input.token, input.outcome) };
      }
      case "machine-down":
        this.scheduler.machineDown(now, input.machine);
        return NOTHING;
      case "machine-up":
        this.scheduler.machineUp(now, input.machine);
        return NOTHING;
      case "wake":
        this.outbox.wake = NEVER;
        this.scheduler.wake(now);
        return NOTHING;
      case "close":
        this.closed = true;
        this.scheduler.close(now);
        this.metrics.freeze(now);
        return NOTHING;
    }
  }

  /** Ends the round: the scheduler decides. */
  settle(now: Tick): SettleMark {
    this.scheduler.settle(now);
    return { kind: "settle", round: ++this.rounds, digest: this.scheduler.digest.hex() };
  }

  #submit(now: Tick, { tenant, templates, parents }: SubmitInput): readonly TaskSlot[] {
    if (templates.length === 1) {
      const task = this.scheduler.submit(now, tenant, templates[0]!);
      return task < 0 ? [] : [task];
    }
    return this.scheduler.submitJob(now, tenant, templates, parents, this.#slots) ? this.#slots : [];
  }
}
