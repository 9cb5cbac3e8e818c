/** Workloads that form a job: which tasks it has, in which order, and what each waits for. */
import { describe, expect, test } from "vitest";
import { type Json, job, load, sample, tenant } from "./sample.ts";

function workloadsOf(...workloads: Json[]) {
  return load(sample({ tenants: [tenant(...workloads)] })).workloads;
}

describe("jobs", () => {
  const shapeOf = (...workloads: Json[]) =>
    workloadsOf(...workloads).map(({ tasks }) =>
      tasks.map(({ template, parents }) => [template.class, ...parents]),
    );

  test("split, encode in four, merge: three workloads are one job", () => {
    const merge = { class: "merge", duration: "1s", dependsOn: ["encode"] };
    const encode = { class: "encode", duration: "1s", dependsOn: ["split"], copies: 4 };
    // In the file's order the children come first; in the job the parents do.
    expect(shapeOf(merge, encode, job({ class: "split" }), job())).toEqual([
      [["split"], ["encode", 0], ["encode", 0], ["encode", 0], ["encode", 0], ["merge", 1, 2, 3, 4]],
      [["job"]],
    ]);
  });

  test("copies without dependencies are tasks side by side, of one template", () => {
    const [workload] = workloadsOf(job({ copies: 3 }));
    expect(workload!.tasks.map(({ parents }) => parents)).toEqual([[], [], []]);
    expect(workload!.tasks[1]!.template).toBe(workload!.tasks[0]!.template);
  });

  test("a diamond waits for both of its sides", () => {
    const side = (name: string, ...dependsOn: string[]) => ({ class: name, duration: "1s", dependsOn });
    expect(shapeOf(job(), side("a", "job"), side("b", "job"), side("end", "a", "b"))).toEqual([
      [["job"], ["a", 0], ["b", 0], ["end", 1, 2]],
    ]);
  });

  test.each([
    [{ shape: "chain", tasks: 3 }, [[], [0], [1]]],
    [{ shape: "fork-join", width: 2 }, [[], [0], [0], [1, 2]]],
    [{ shape: "layers", layers: 3, width: 2 }, [[], [], [0, 1], [0, 1], [2, 3], [2, 3]]],
    [{ shape: "layers", layers: 1, width: 2 }, [[], []]],
  ])("%j", (dependsOn, parents) => {
    expect(workloadsOf(job({ dependsOn }))[0]!.tasks.map((task) => task.parents)).toEqual(parents);
  });

  test("what depends on a shape waits for all of it", () => {
    const shaped = job({ dependsOn: { shape: "chain", tasks: 2 } });
    expect(shapeOf(shaped, { class: "end", duration: "1s", dependsOn: ["job"] })).toEqual([
      [["job"], ["job", 0], ["end", 0, 1]],
    ]);
  });
});
