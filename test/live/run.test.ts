import { describe, expect, test } from "vitest";
import { Metrics } from "../../src/cluster/metrics.ts";
import { readJournal } from "../../src/live/journal.ts";
import { replay } from "../../src/live/replay.ts";
import { type LiveProgress, runLive } from "../../src/live/run.ts";
import { World } from "../../src/sim/world.ts";
import { doneTasks, effectFiles, optionsFor, policyNamed, processesOf, query, setting } from "./harness.ts";
import { burst, mixed } from "./scenarios.ts";

describe("a live run on two agents", () => {
  test("ends every task, records it, and its journal replays without a difference", async () => {
    const here = setting(mixed);
    let last: LiveProgress = { submitted: 0, ended: 0, running: 0 };
    const { metrics, now, digest, events, scheduler } = await runLive(
      optionsFor(here, {
        onProgress: (progress) => {
          last = progress;
        },
      }),
    );
    const all = metrics.results(now).all!;
    const rows = query<{ status: string; attempts: number; failures: number }>(
      here.folder,
      "SELECT * FROM tasks",
    );

    expect(all.submitted).toBeGreaterThan(20);
    expect(rows).toHaveLength(all.submitted!);
    expect(last).toEqual({ submitted: rows.length, ended: rows.length, running: 0 });
    expect(all.done! + all.dead!).toBe(rows.length);
    expect(rows.filter(({ status }) => status === "done")).toHaveLength(all.done!);
    expect(all["utilization.cpu"]).toBeGreaterThan(0.1);
    expect(all["wait.mean"]).toBeGreaterThanOrEqual(0);
    expect(scheduler.tasks.count).toBe(0);
    expect(events).toBeGreaterThan(2 * rows.length);
    expect(effectFiles(here.folder)).toEqual(doneTasks(here.folder));
    expect(query(here.folder, "SELECT * FROM dependencies").length).toBeGreaterThan(3);
    expect(processesOf(here.folder)).toEqual([]);

    const journal = readJournal(here.folder);
    const again = replay(journal, here.scenario, policyNamed("fifo"));
    expect(again.differing).toEqual([]);
    expect(again.decisions).toBe(journal.decisions.length);
    expect(again.digest).toBe(digest);

    // The proof is worth something only if a false record is found out.
    for (const change of ["subject = subject + 1", "token = token + 1", "task = 'nobody'"]) {
      query(here.folder, `UPDATE decisions SET ${change} WHERE seq = (SELECT max(seq) / 2 FROM decisions)`);
    }
    expect(replay(readJournal(here.folder), here.scenario, policyNamed("fifo")).differing).toHaveLength(1);
    query(here.folder, "DELETE FROM decisions WHERE seq = (SELECT max(seq) FROM decisions)");
    expect(replay(readJournal(here.folder), here.scenario, policyNamed("fifo")).differing).toHaveLength(2);
    expect(replay(journal, here.scenario, { name: "none", serves: () => false }).differing).not.toEqual([]);
  });

  test("submits what the virtual world submits, when it submits it", async () => {
    const here = setting(burst(12, { arrivals: { process: "poisson", rate: "10/s" }, duration: "200ms" }));
    await runLive(optionsFor(here));
    const live = query<{ submitted: number }>(here.folder, "SELECT submitted FROM tasks ORDER BY id");
    const virtual = submissions(here.scenario);
    expect(live).toHaveLength(virtual.length);
    live.forEach(({ submitted }, i) => {
      // Never before its time; afterwards by as much as a busy machine takes to notice.
      expect(submitted).toBeGreaterThanOrEqual(virtual[i]!);
    });
  });

  test("repeats a periodic task once for each day, until submissions are over", async () => {
    const daily = { arrivals: undefined, schedule: "daily", at: "1h", duration: "1s" };
    const here = setting(burst(1, daily, { stop: { time: "84h" } }));
    // A day in a third of a second.
    await runLive(optionsFor(here, { speed: 250_000 }));
    const days = query<{ day: number }>(
      here.folder,
      "SELECT submitted / 86400000000 AS day FROM tasks ORDER BY id",
    );
    expect(days.map(({ day }) => day)).toEqual([0, 1, 2, 3]);
    expect(effectFiles(here.folder)).toHaveLength(4);
  });

  test("is not begun twice in one folder, nor resumed as another", async () => {
    const here = setting(burst(2, { duration: "50ms" }));
    const { digest } = await runLive(optionsFor(here));
    await expect(runLive(optionsFor(here))).rejects.toMatchObject({ code: "RUN_EXISTS" });
    await expect(runLive(optionsFor(here, { resume: true, seed: 99 }))).rejects.toMatchObject({
      code: "RUN_DIFFERS",
    });
    const ended = await runLive(optionsFor(here, { resume: true }));
    expect(ended.digest).toBe(digest);
    const empty = setting(burst(2, {}));
    await expect(runLive(optionsFor(empty, { resume: true }))).rejects.toMatchObject({ code: "RUN_MISSING" });
  });
});

function submissions(scenario: ReturnType<typeof setting>["scenario"]): number[] {
  const times: number[] = [];
  const world = new World({
    scenario,
    policy: policyNamed("fifo"),
    seed: scenario.seed,
    replication: 0,
    observer: (scheduler) => {
      const metrics = new Metrics(scheduler, scenario.warmup);
      const { submitted } = metrics;
      metrics.submitted = (task) => {
        times.push(scheduler.now);
        submitted.call(metrics, task);
      };
      return metrics;
    },
  });
  while (world.advance(1000));
  return times;
}
