/** Prices and autoscaling decide live as they do in the virtual world: hosts stay on, machines take part or not. */
import { describe, expect, test } from "vitest";
import { HOUR, SECOND } from "../../src/engine/time.ts";
import { readJournal } from "../../src/live/journal.ts";
import { replay } from "../../src/live/replay.ts";
import { runLive } from "../../src/live/run.ts";
import { optionsFor, policyNamed, query, setting } from "./harness.ts";
import { burst } from "./scenarios.ts";

const firstStarts = (folder: string) =>
  query<{ started: number }>(folder, "SELECT first_started AS started FROM tasks ORDER BY first_started").map(
    ({ started }) => started,
  );

test("off-peak work waits live for the hours in which energy is cheap", async () => {
  const patient = { offPeak: true, delayTolerance: "10d", duration: "10m" };
  const here = setting(burst(3, patient, { control: { monitor: { prices: [2, 1] } } }));
  const policy = policyNamed("cheap-hours");
  // Half a day in a third of a second.
  const { metrics, now } = await runLive(
    optionsFor(here, { speed: 130_000, policy, policyName: "cheap-hours" }),
  );
  expect(metrics.results(now).all!.done).toBe(3);
  for (const started of firstStarts(here.folder)) expect(started).toBeGreaterThanOrEqual(12 * HOUR);
});

describe("machines that are switched off for want of work", () => {
  const autoscale = { every: "1s", target: 1, least: 1, boot: "2s", shutdown: "1s" };
  const work = {
    arrivals: { process: "trace", times: ["5s", "5s", "5s", "5s"] },
    duration: "4s",
    delayTolerance: "1h",
  };

  test("are ordered when there is some, are up no sooner than they have booted, and the journal replays", async () => {
    const here = setting(burst(4, work, { control: { monitor: { autoscale } } }));
    const { metrics, now, digest } = await runLive(optionsFor(here, { speed: 4 }));
    expect(metrics.results(now).all!.done).toBe(4);

    const journal = readJournal(here.folder);
    const decided = new Map<number, number>();
    for (const { tick, input } of journal.entries)
      if (input.kind === "settle") decided.set(input.round, tick);
    const alerts = (what: string) =>
      journal.decisions.filter(({ decision }) => decision.kind === "alert" && decision.what === what);
    expect(alerts("machineRetired").length).toBeGreaterThanOrEqual(3);
    const ordered = alerts("machineOrdered");
    expect(ordered.length).toBeGreaterThanOrEqual(1);
    for (const { round, decision } of ordered) {
      const orderedAt = decided.get(round)!;
      const up = journal.entries.find(
        ({ tick, input }) =>
          tick > orderedAt && input.kind === "machine-up" && input.machine === decision.subject,
      )!;
      expect(up.tick - orderedAt).toBeGreaterThanOrEqual(3 * SECOND);
    }
    const again = replay(journal, here.scenario, policyNamed("fifo"));
    expect(again.differing).toEqual([]);
    expect(again.digest).toBe(digest);
  });
});
