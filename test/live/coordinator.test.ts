/** The coordinator with a real store, and this test in the place of the agents: what it says, and when. */
import { describe, expect, test } from "vitest";
import { coordinate, type Sent } from "./coordinate.ts";
import { eventually, query } from "./harness.ts";

describe("nothing leaves before it is stored:", () => {
  test("an order to start comes after the decision, an acknowledgement after the report", async () => {
    const { starts, report, acks, run } = coordinate(
      1,
      {},
      {
        onSend: (folder, message) => {
          if (message.type === "start") {
            expect(
              query(folder, `SELECT token FROM decisions WHERE kind = 'start' AND task = '${message.task}'`),
            ).toEqual([{ token: message.token }]);
          } else if (message.type === "ack") {
            expect(query(folder, `SELECT key FROM effects WHERE key = '${message.task}'`)).toHaveLength(1);
          }
        },
      },
    );
    await eventually(() => starts.length === 1);
    report(starts[0]!, "done");
    await run;
    expect(acks).toEqual([{ type: "ack", task: starts[0]!.task, token: 1, accepted: true }]);
  });

  test("when the store fails the run halts with a coded error, and no order has been given", async () => {
    const { sent, run } = coordinate(
      1,
      {},
      {
        prepare: (folder) =>
          query(
            folder,
            "CREATE TRIGGER full BEFORE INSERT ON decisions BEGIN SELECT raise(ABORT, 'the disk is full'); END",
          ),
      },
    );
    await expect(run).rejects.toMatchObject({
      code: "STORE_FAILED",
      message: expect.stringContaining("is full"),
    });
    expect(sent).toEqual([]);
  });

  test("when the store fails on a report, it is not acknowledged and nothing of its round is kept", async () => {
    const { starts, report, acks, run, folder } = coordinate(1, {});
    await eventually(() => starts.length === 1);
    query(
      folder,
      "CREATE TRIGGER full BEFORE INSERT ON effects BEGIN SELECT raise(ABORT, 'the disk is full'); END",
    );
    report(starts[0]!, "done");
    await expect(run).rejects.toMatchObject({ code: "STORE_FAILED" });
    expect(acks).toEqual([]);
    expect(query(folder, "SELECT * FROM journal WHERE kind = 'ended'")).toEqual([]);
    expect(query(folder, "SELECT status FROM tasks")).toEqual([{ status: "in progress" }]);
  });
});

describe("an attempt is fenced by its token:", () => {
  test("a report under an old one is refused and acknowledged as such", async () => {
    const { starts, report, acks, arrive, run, replica } = coordinate(1, {});
    await eventually(() => starts.length === 1);
    arrive({ kind: "lost", agent: starts[0]!.agent });
    await eventually(() => starts.length === 2);
    const [first, second] = starts as [Sent, Sent];
    expect([first.token, second.token]).toEqual([1, 2]);
    report(first, "done");
    await eventually(() => acks.length === 1);
    expect(acks[0]).toMatchObject({ token: 1, accepted: false });
    expect(replica.scheduler.duplicates).toBe(1);
    expect(replica.scheduler.tasks.count).toBe(1);
    report(second, "done");
    await run;
    expect(acks[1]).toMatchObject({ token: 2, accepted: true });
  });

  test("a report that is repeated after the task's end is settled without being counted", async () => {
    const { starts, report, acks, run } = coordinate(2, {});
    await eventually(() => starts.length === 2);
    report(starts[0]!, "done");
    await eventually(() => acks.length === 1);
    report(starts[0]!, "done");
    await eventually(() => acks.length === 2);
    report(starts[1]!, "done");
    await run;
    expect(acks.map(({ accepted }) => accepted)).toEqual([true, false, true]);
  });
});

describe("an agent that joins again", () => {
  test("gets what it never received once more, under the same token", async () => {
    const { starts, report, arrive, run, hello } = coordinate(1, {});
    await eventually(() => starts.length === 1);
    const { agent, task, token } = starts[0]!;
    arrive({ kind: "joined", agent, same: true, hello: hello(agent) });
    await eventually(() => starts.length === 2);
    expect(starts[1]).toMatchObject({ agent, task, token });
    report(starts[1]!, "done");
    await run;
  });

  test("keeps what it holds, and is told to stop what is no longer wanted", async () => {
    const { starts, sent, report, arrive, run, hello } = coordinate(1, {});
    await eventually(() => starts.length === 1);
    const { agent, task, token } = starts[0]!;
    const left = { task: "0", token: 5 };
    arrive({ kind: "joined", agent, same: true, hello: { ...hello(agent), held: [{ task, token }, left] } });
    await eventually(() => sent.some(({ type }) => type === "stop"));
    expect(sent.filter(({ type }) => type === "stop")).toEqual([{ type: "stop", ...left }]);
    expect(starts).toHaveLength(1);
    report(starts[0]!, "done");
    await run;
  });

  test("as a new incarnation has lost everything: it runs again under a new token, without blame", async () => {
    const { starts, report, arrive, run, hello, folder } = coordinate(1, {});
    await eventually(() => starts.length === 1);
    arrive({ kind: "joined", agent: starts[0]!.agent, same: false, hello: hello(starts[0]!.agent) });
    await eventually(() => starts.length === 2);
    expect(starts[1]).toMatchObject({ task: starts[0]!.task, token: 2 });
    report(starts[1]!, "done");
    await run;
    expect(query(folder, "SELECT attempts, failures FROM tasks")).toEqual([{ attempts: 2, failures: 0 }]);
  });

  test("hears again that an attempt has reached its cap", async () => {
    const { starts, sent, report, arrive, run, hello } = coordinate(1, { executionCap: "10ms" });
    await eventually(() => sent.some(({ type }) => type === "stop"));
    const { agent, task, token } = starts[0]!;
    arrive({ kind: "joined", agent, same: true, hello: { ...hello(agent), held: [{ task, token }] } });
    await eventually(() => sent.filter(({ type }) => type === "stop").length === 2);
    report(starts[0]!, "stopped");
    await run;
  });
});
