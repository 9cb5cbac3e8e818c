/**
 * Every attempt of a run, for the chart of what ran where, when the run was small enough to look at. It is run again
 * for that, which takes a moment: a large run does not pay for being watched.
 */
import { formatId } from "../cluster/ids.ts";
import { SilentObserver } from "../cluster/observers.ts";
import { type MachineId, Outcome, type TaskSlot } from "../cluster/ports.ts";
import type { Scheduler } from "../cluster/scheduler.ts";
import { SECOND } from "../engine/time.ts";
import type { ChosenPolicy, PolicyCatalogue } from "../lab/policy-files.ts";
import { runReplica } from "../lab/replica.ts";
import type { RunResult } from "../lab/result.ts";
import type { Gantt, GanttAttempt } from "../report/chart-gantt.ts";
import type { Scenario } from "../scenario/model.ts";

/** More bars than these cannot be told apart on a page. */
const MOST_ATTEMPTS = 500;
const MOST_MACHINES = 40;
const MOST_POLICIES = 4;

/** `runs` in the order of `policies`. Nothing where they were not small. */
export function smallRuns(
  scenario: Scenario,
  policies: readonly ChosenPolicy[],
  catalogue: PolicyCatalogue,
  runs: readonly RunResult[],
): readonly Gantt[] {
  const { machines } = scenario.cluster;
  if (machines.length > MOST_MACHINES || policies.length > MOST_POLICIES || !runs.every(isSmall)) return [];
  return policies.flatMap((policy, index) => {
    const { seed, policy: name } = runs[index]!;
    let watcher: Attempts | null = null;
    runReplica({
      scenario,
      policy: catalogue.make(policy),
      seed,
      replication: 0,
      observers: [
        (scheduler) => {
          watcher = new Attempts(scheduler);
          return watcher;
        },
      ],
    });
    const { attempts } = watcher! as Attempts;
    return attempts.length === 0
      ? []
      : [{ policy: name, machines: machines.map((machine) => machine.name), attempts }];
  });
}

function isSmall({ metrics, events, replications }: RunResult): boolean {
  const of = (name: string) => metrics["all"]?.[name]?.mean ?? 0;
  // The warm-up is not in the counts, but its events are in the number of events.
  return (
    of("submitted") * Math.max(1, of("attempts.mean")) <= MOST_ATTEMPTS &&
    events / replications <= 10 * MOST_ATTEMPTS
  );
}

class Attempts extends SilentObserver {
  readonly attempts: GanttAttempt[] = [];
  readonly #scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    super();
    this.#scheduler = scheduler;
  }

  override attemptEnded(task: TaskSlot, machine: MachineId, outcome: Outcome): void {
    const { tasks, templates, cluster, now } = this.#scheduler;
    this.attempts.push({
      machine: cluster.machines[machine]!.name,
      started: tasks.startedAt[task]! / SECOND,
      ended: now / SECOND,
      class: templates.specs[tasks.template[task]!]!.class,
      tenant: cluster.tenants[tasks.tenant[task]!]!.name,
      task: formatId(tasks.idTime[task]!, tasks.idTail[task]!),
      outcome: OUTCOMES[outcome]!,
    });
  }
}

const OUTCOMES = Object.keys(Outcome);
