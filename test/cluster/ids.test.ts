import { describe, expect, test } from "vitest";
import { formatId, IdGenerator } from "../../src/cluster/ids.ts";

describe("task ids", () => {
  test("are unique and in order while the clock steps back, stands still and leaps", () => {
    const ids = new IdGenerator(5);
    const issued: string[] = [];
    for (const clock of [100, 100, 99, 5, 100, 101, 50, 200, 200, 0]) {
      ids.issue(clock);
      issued.push(formatId(ids.time, ids.tail));
    }
    expect(new Set(issued).size).toBe(issued.length);
    expect([...issued].sort()).toEqual(issued);
  });

  test("of two nodes at one instant differ", () => {
    const [one, two] = [new IdGenerator(1), new IdGenerator(2)];
    one.issue(7);
    two.issue(7);
    expect(formatId(one.time, one.tail)).not.toBe(formatId(two.time, two.tail));
  });

  test("borrow from the next millisecond when a millisecond is used up", () => {
    const ids = new IdGenerator(0);
    ids.issue(1);
    const first = formatId(ids.time, ids.tail);
    for (let i = 0; i < 2 ** 22; i++) ids.issue(1);
    expect(ids.time).toBe(2);
    expect(formatId(ids.time, ids.tail) > first).toBe(true);
  });

  test("keep all their digits as text", () => {
    expect(formatId(2 ** 42 - 1, 2 ** 32 - 1)).toHaveLength(16);
    expect(formatId(2 ** 42 - 1, 2 ** 32 - 1)).not.toBe(formatId(2 ** 42 - 1, 2 ** 32 - 2));
  });

  test("there can be 1024 nodes and no more", () => {
    expect(() => new IdGenerator(1023)).not.toThrow();
    expect(() => new IdGenerator(1024)).toThrow("1024");
  });
});
