/**
 * The jobs of a tenant: which workloads form one together, and in which order and with which parents its tasks are
 * submitted. A job has one root, the workload that arrives; the others come along with it.
 */
import type { WorkloadEntry } from "./schema/workloads.ts";

/** The classes it waits for, or none where it arrives by itself. */
export function classesBefore(workload: WorkloadEntry): readonly string[] {
  return Array.isArray(workload.dependsOn) ? workload.dependsOn : [];
}

export function isRoot(workload: WorkloadEntry): boolean {
  return classesBefore(workload).length === 0;
}

/** How many tasks of this class are in one job. */
export function tasksInJob(workload: WorkloadEntry): number {
  const { dependsOn, copies } = workload;
  if (dependsOn === undefined || Array.isArray(dependsOn)) return copies;
  switch (dependsOn.shape) {
    case "chain":
      return dependsOn.tasks;
    case "fork-join":
      return dependsOn.width + 2;
    case "layers":
      return dependsOn.layers * dependsOn.width;
  }
}

/** The workloads of the root's job, parents before children and otherwise as in the file. No cycles, no unknown classes. */
export function jobOf(root: WorkloadEntry, workloads: readonly WorkloadEntry[]): WorkloadEntry[] {
  const job = [root];
  const present = new Set([root.class]);
  let grown = true;
  while (grown) {
    grown = false;
    for (const workload of workloads) {
      const before = classesBefore(workload);
      if (before.length === 0 || present.has(workload.class)) continue;
      if (!before.every((name) => present.has(name))) continue;
      job.push(workload);
      present.add(workload.class);
      grown = true;
    }
  }
  return job;
}

export interface JobPosition {
  readonly workload: WorkloadEntry;
  readonly parents: readonly number[];
}

/** One entry for each task of the job, in the order of submission; parents are positions in it. */
export function layOut(job: readonly WorkloadEntry[]): JobPosition[] {
  const positions: JobPosition[] = [];
  const byClass = new Map<string, number[]>();
  for (const workload of job) {
    // One list for all tasks that wait for the same, since wide jobs would otherwise hold width² numbers.
    const before = classesBefore(workload).flatMap((name) => byClass.get(name) ?? []);
    const first = positions.length;
    for (const layer of layersOf(workload)) {
      const parents = layer.after === null ? before : range(first + layer.after.from, layer.after.size);
      for (let i = 0; i < layer.size; i++) positions.push({ workload, parents });
    }
    byClass.set(workload.class, range(first, positions.length - first));
  }
  return positions;
}

/** Tasks that wait for the same; `after` is where the layer before it begins and how wide it is. */
interface Layer {
  readonly size: number;
  readonly after: { readonly from: number; readonly size: number } | null;
}

function layersOf(workload: WorkloadEntry): Layer[] {
  let from = 0;
  return layerSizes(workload).map((size, i, sizes) => {
    const previous = sizes[i - 1];
    if (previous === undefined) return { size, after: null };
    const after = { from, size: previous };
    from += previous;
    return { size, after };
  });
}

function layerSizes({ dependsOn, copies }: WorkloadEntry): number[] {
  if (dependsOn === undefined || Array.isArray(dependsOn)) return [copies];
  switch (dependsOn.shape) {
    case "chain":
      return Array.from({ length: dependsOn.tasks }, () => 1);
    case "fork-join":
      return [1, dependsOn.width, 1];
    case "layers":
      return Array.from({ length: dependsOn.layers }, () => dependsOn.width);
  }
}

function range(from: number, size: number): number[] {
  return Array.from({ length: size }, (_, i) => from + i);
}
