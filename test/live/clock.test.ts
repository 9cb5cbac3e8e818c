import { expect, test } from "vitest";
import { LiveClock } from "../../src/live/clock.ts";

test("a tick is a microsecond of scenario time since the epoch", () => {
  const clock = new LiveClock(1_000_000, 10, 0, 1_000_500);
  const now = clock.now();
  expect(now).toBeGreaterThanOrEqual(5_000_000);
  expect(Number.isInteger(now)).toBe(true);
  expect(clock.milliseconds(10_000_000)).toBe(1000);
  expect(clock.millisecondsUntil(0)).toBe(0);
});

test("live time goes on from the journal when the wall clock was set back", () => {
  const clock = new LiveClock(1_000_000, 1, 42_000_000, 900_000);
  expect(clock.now()).toBeGreaterThanOrEqual(42_000_000);
});

test("live time never goes back within a process", () => {
  const clock = new LiveClock(0, 3, 0);
  let last = 0;
  for (let i = 0; i < 10_000; i++) {
    const now = clock.now();
    expect(now).toBeGreaterThanOrEqual(last);
    last = now;
  }
});
