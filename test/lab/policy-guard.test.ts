/** Answers of the wrong type end the run, whatever question they are to. */
import { describe, expect, test } from "vitest";
import type { Policy } from "../../src/cluster/policy.ts";
import { guarded, HOOKS } from "../../src/lab/policy-guard.ts";

describe.each(HOOKS)("%s", (hook) => {
  const ask = (answer: unknown) => {
    const policy = guarded({ name: "mine", [hook]: () => answer } as unknown as Policy);
    return (policy[hook] as () => unknown)();
  };

  test("without an answer is refused, and the question is named", () => {
    expect(() => ask(undefined)).toThrow(`policy mine: ${hook} must return a`);
    expect(() => ask(Promise.resolve(1))).toThrow("and returned a promise");
  });

  test("with an answer of its kind is passed on", () => {
    const accepted = ["urgent", 3, true].filter((answer) => {
      try {
        return ask(answer) === answer;
      } catch {
        return false;
      }
    });
    expect(accepted).toHaveLength(1);
  });
});

test("every question of a policy is guarded", () => {
  const asked: Record<keyof Omit<Required<Policy>, "name" | "summary" | "overtaking" | "placement">, true> = {
    lane: true,
    rank: true,
    urgentAt: true,
    serves: true,
    batch: true,
    admits: true,
    tenantRank: true,
    givesWay: true,
    quantum: true,
  };
  expect([...HOOKS].sort()).toEqual(Object.keys(asked).sort());
});
