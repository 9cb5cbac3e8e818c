/** Whether the workloads of each tenant form jobs: no unknown class, no cycle, one root, and a size that can run. */
import { classesBefore, isRoot, jobOf, layOut, tasksInJob } from "../jobs.ts";
import { type Problem, problem } from "../problems.ts";
import type { TenantEntry } from "../schema/tenants.ts";
import { MOST_TASKS_IN_A_JOB, type WorkloadEntry } from "../schema/workloads.ts";
import type { ScenarioFile } from "../schema.ts";
import { unknownName } from "./names.ts";

export function checkDependencies(file: ScenarioFile): Problem[] {
  return file.tenants.flatMap((tenant, t) => {
    const graph = new Graph(tenant, t);
    const problems = [...graph.unknownClasses(), ...graph.cycles(), ...graph.copiesOfShapes()];
    // Jobs can only be laid out where the classes are all there and lead somewhere.
    if (problems.length > 0) return problems;
    return [...graph.severalRoots(), ...graph.dependantsOfRepeated(), ...graph.jobSizes(file)];
  });
}

/** More dependencies than this in one job take more memory than any of its tasks is worth. */
const MOST_DEPENDENCIES = 1_000_000;

class Graph {
  readonly #tenant: TenantEntry;
  readonly #path: readonly PropertyKey[];
  readonly #byClass: ReadonlyMap<string, WorkloadEntry>;

  constructor(tenant: TenantEntry, index: number) {
    this.#tenant = tenant;
    this.#path = ["tenants", index, "workloads"];
    this.#byClass = new Map(tenant.workloads.map((workload) => [workload.class, workload]));
  }

  unknownClasses(): Problem[] {
    const classes = [...this.#byClass.keys()];
    return this.#each((workload, path) =>
      classesBefore(workload).flatMap((name, i) => {
        if (this.#byClass.has(name)) return [];
        const others = classes.filter((other) => other !== workload.class);
        return [unknownName([...path, "dependsOn", i], "class of this tenant", name, others)];
      }),
    );
  }

  /** Each cycle once, named from its first workload in the file. */
  cycles(): Problem[] {
    const finished = new Set<string>();
    return this.#each((workload, path) => {
      const cycle = this.#cycleFrom(workload, [], finished);
      if (cycle === null) return [];
      return [problem([...path, "dependsOn"], `a cycle that can never start: ${cycle.join(" -> ")}`)];
    });
  }

  copiesOfShapes(): Problem[] {
    return this.#each(({ dependsOn, copies }, path) => {
      if (dependsOn === undefined || Array.isArray(dependsOn) || copies === 1) return [];
      const message = "must be left out: the shape in dependsOn says how many tasks there are";
      return [problem([...path, "copies"], message, { found: copies })];
    });
  }

  severalRoots(): Problem[] {
    return this.#each((workload, path) => {
      const roots = [...this.#rootsOf(workload)];
      if (roots.length <= 1) return [];
      const message = `belongs to several jobs (${roots.join(", ")}); all it depends on must come with one of them`;
      return [problem([...path, "dependsOn"], message, { found: classesBefore(workload) })];
    });
  }

  dependantsOfRepeated(): Problem[] {
    return this.#each((workload, path) => {
      if (isRoot(workload)) return [];
      const repeated = [...this.#rootsOf(workload)].find(
        (name) => this.#byClass.get(name)?.schedule !== "once",
      );
      if (repeated === undefined) return [];
      const message = `nothing can depend on the repeated task ${repeated}: not modelled yet`;
      return [problem([...path, "dependsOn"], message, { found: classesBefore(workload) })];
    });
  }

  jobSizes(file: ScenarioFile): Problem[] {
    const { plan, name } = this.#tenant;
    const spec = Object.hasOwn(file.plans, plan ?? "default") ? file.plans[plan ?? "default"] : undefined;
    return this.#each((root, path) => {
      if (!isRoot(root)) return [];
      const job = jobOf(root, this.#tenant.workloads);
      const tasks = job.reduce((sum, workload) => sum + tasksInJob(workload), 0);
      if (tasks > MOST_TASKS_IN_A_JOB) {
        return [problem(path, `a job of ${tasks} tasks is too large; at most ${MOST_TASKS_IN_A_JOB}`)];
      }
      const dependencies = layOut(job).reduce((sum, { parents }) => sum + parents.length, 0);
      if (dependencies > MOST_DEPENDENCIES) {
        return [
          problem(path, `${dependencies} dependencies in a job are too many; at most ${MOST_DEPENDENCIES}`),
        ];
      }
      if (spec === undefined || spec.ticksPerTask === 0 || tasks <= spec.burst) return [];
      const message = `a job of ${tasks} tasks never passes the limit of ${name}'s plan, whose burst is ${spec.burst}`;
      return [problem(path, `${message}; raise plans.${plan ?? "default"}.burst`)];
    });
  }

  #each(check: (workload: WorkloadEntry, path: readonly PropertyKey[]) => Problem[]): Problem[] {
    return this.#tenant.workloads.flatMap((workload, w) => check(workload, [...this.#path, w]));
  }

  /** The first cycle met on the way from the workload through what it depends on. */
  #cycleFrom(workload: WorkloadEntry, trail: readonly string[], finished: Set<string>): string[] | null {
    const name = workload.class;
    const seenAt = trail.indexOf(name);
    if (seenAt !== -1) return [...trail.slice(seenAt), name];
    if (finished.has(name)) return null;
    for (const before of classesBefore(workload)) {
      const next = this.#byClass.get(before);
      const cycle = next === undefined ? null : this.#cycleFrom(next, [...trail, name], finished);
      if (cycle !== null) {
        for (const member of cycle) finished.add(member);
        finished.add(name);
        return cycle;
      }
    }
    finished.add(name);
    return null;
  }

  /** Classes of the workloads whose arrival brings this one along. */
  #rootsOf(workload: WorkloadEntry): Set<string> {
    const roots = new Set<string>();
    const seen = new Set<string>();
    const waiting = [workload.class];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (seen.has(name)) continue;
      seen.add(name);
      const before = classesBefore(this.#byClass.get(name)!);
      if (before.length === 0) roots.add(name);
      waiting.push(...before);
    }
    return roots;
  }
}
