import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ClusterManager } from "../../src/cluster/manager.ts";
import { Submitters } from "../../src/cluster/submitters.ts";
import { Status, TaskTable } from "../../src/cluster/tasks.ts";

/** A manager over so many nodes, its tasks, and what was handed over: "task: from → heir". */
function setUp(count: number) {
  const nodes = new Submitters(count, 0);
  const tasks = new TaskTable();
  const manager = new ClusterManager(nodes, tasks);
  const log: string[] = [];
  return {
    nodes,
    tasks,
    manager,
    log,
    admit(node: number): number {
      const task = tasks.allocate(0, 0);
      tasks.node[task] = node;
      return task;
    },
    handOver(task: number, heir: number, from: number): void {
      expect(tasks.node[task]).toBe(heir);
      log.push(`${task}: ${from} → ${heir}`);
    },
  };
}

describe("the cluster manager", () => {
  test("hands a dead node's tasks to the others in turn, once", () => {
    const { manager, log, admit, handOver } = setUp(3);
    for (const node of [0, 1, 1, 1, 2]) admit(node);
    expect(manager.down(1, handOver)).toBe(true);
    expect(manager.down(1, handOver)).toBe(false);
    expect(log).toEqual(["1: 1 → 2", "2: 1 → 0", "3: 1 → 2"]);
  });

  test("leaves tasks with their owner when nobody is left, and gives them to the first that comes", () => {
    const { tasks, manager, log, admit, handOver } = setUp(2);
    admit(0);
    admit(1);
    manager.down(0, handOver);
    manager.down(1, handOver);
    expect([tasks.node[0], tasks.node[1]]).toEqual([1, 1]);
    log.length = 0;
    expect(manager.up(0, handOver)).toBe(true);
    expect(log).toEqual(["0: 1 → 0", "1: 1 → 0"]);
    expect(manager.up(0, handOver)).toBe(false);
    manager.up(1, handOver);
    expect(log).toHaveLength(2);
  });

  test("leaves alone what has ended and only keeps its slot for its parents' sake", () => {
    const { tasks, nodes, manager, log, admit, handOver } = setUp(2);
    tasks.status[admit(0)] = Status.cancelled;
    tasks.status[admit(1)] = Status.cancelled;
    manager.down(1, handOver);
    nodes.crash(0);
    nodes.restart(0);
    manager.up(0, handOver);
    expect(log).toEqual([]);
  });

  test("finds the orphans of a node that restarted under its name before anybody missed it", () => {
    const { nodes, manager, log, admit, handOver } = setUp(2);
    admit(0);
    admit(1);
    nodes.crash(1);
    nodes.restart(1);
    expect(manager.up(1, handOver)).toBe(true);
    expect(log).toEqual(["1: 1 → 1"]);
    expect(manager.up(1, handOver)).toBe(false);
  });

  test("does not take back a node that left because a message of it comes late", () => {
    const { nodes, manager, log, admit, handOver } = setUp(2);
    admit(1);
    nodes.leave(1);
    expect(manager.down(1, handOver)).toBe(true);
    expect(log).toEqual(["0: 1 → 0"]);
    expect(manager.up(1, handOver)).toBe(false);
    nodes.join(1);
    expect(manager.up(1, handOver)).toBe(true);
  });

  test("never leaves a task with a node that is down while another is up", () => {
    const step = fc.record({
      do: fc.constantFrom("admit", "admit", "end", "down", "up", "restart"),
      which: fc.nat(50),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.array(step, { maxLength: 100, size: "max" }),
        (count, steps) => {
          const { nodes, tasks, manager, admit, handOver } = setUp(count);
          let inFlight: number[] = [];
          for (const { do: what, which } of steps) {
            const node = which % count;
            if (what === "admit" && nodes.next() >= 0) inFlight.push(admit(nodes.next()));
            else if (what === "down") manager.down(node, handOver);
            else if (what === "up") manager.up(node, handOver);
            else if (what === "restart") {
              nodes.crash(node);
              nodes.restart(node);
              manager.up(node, handOver);
            } else if (what === "end" && inFlight.length > 0) {
              const task = inFlight[which % inFlight.length]!;
              inFlight = inFlight.filter((other) => other !== task);
              tasks.status[task] = Status.done;
              tasks.release(task);
            }
            const someUp = nodes.up.includes(1);
            for (const task of inFlight) if (someUp) expect(nodes.up[tasks.node[task]!]).toBe(1);
            expect(tasks.count).toBe(inFlight.length);
          }
        },
      ),
      { seed: 5 },
    );
  });
});
