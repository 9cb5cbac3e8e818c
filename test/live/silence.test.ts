/** Agents that go away, return, are given up, confirm and are fenced, as the coordinator tells the scheduler of it. */
import { describe, expect, test } from "vitest";
import { coordinate } from "./coordinate.ts";
import { eventually, query } from "./harness.ts";

const HEARTBEAT = { control: { monitor: { heartbeat: "10ms", timeout: "100ms" } } };
const PATIENT = { control: { monitor: { heartbeat: "1s", timeout: "1h" } } };
const VISIBILITY = { control: { queues: { visibility: "300ms" } } };

describe("with a timeout in the scenario, an agent whose connection is lost", () => {
  test("is silent, is heard when it returns, and keeps what it runs", async () => {
    const { starts, report, arrive, run, hello, inputs } = coordinate(1, {}, { more: PATIENT });
    await eventually(() => starts.length === 1);
    const { agent, task, token } = starts[0]!;
    arrive({ kind: "away", agent });
    await eventually(() => inputs().length === 2);
    arrive({ kind: "joined", agent, same: true, hello: { ...hello(agent), held: [{ task, token }] } });
    await eventually(() => inputs().length === 4);
    report(starts[0]!, "done");
    await run;
    expect(inputs()).toEqual(["machine-silent", "machine-silent", "machine-heard", "machine-heard"]);
    expect(starts).toHaveLength(1);
  });

  test("loses its tasks when the scheduler has waited long enough, and gets no new ones before it has stopped the old", async () => {
    const { starts, sent, report, arrive, run, hello, inputs, replica } = coordinate(
      1,
      {},
      { more: HEARTBEAT },
    );
    await eventually(() => starts.length === 1);
    const { agent, task, token } = starts[0]!;
    arrive({ kind: "away", agent });
    await eventually(() => starts.length === 2);
    expect(starts[1]).toMatchObject({ agent: 1 - agent, task, token: token + 1 });
    await eventually(() => [...replica.scheduler.fleet.up].filter((up) => up === 0).length === 2);
    arrive({ kind: "joined", agent, same: true, hello: { ...hello(agent), held: [{ task, token }] } });
    await eventually(() => sent.some(({ type }) => type === "stop"));
    expect(inputs()).toEqual(["machine-silent", "machine-silent"]);
    report(starts[0]!, "stopped");
    await eventually(() => inputs().length === 4);
    report(starts[1]!, "done");
    await run;
    expect(inputs().slice(2)).toEqual(["machine-up", "machine-up"]);
  });

  test("that comes back as another has lost what it ran, at once", async () => {
    const { starts, report, arrive, run, hello, inputs, folder } = coordinate(1, {}, { more: PATIENT });
    await eventually(() => starts.length === 1);
    const { agent } = starts[0]!;
    arrive({ kind: "lost", agent });
    arrive({ kind: "joined", agent, same: false, hello: hello(agent) });
    await eventually(() => starts.length === 2);
    report(starts[1]!, "done");
    await run;
    expect(inputs()).toEqual([
      "machine-silent",
      "machine-silent",
      "machine-down",
      "machine-heard",
      "machine-up",
    ]);
    expect(query(folder, "SELECT failures, losses FROM tasks")).toEqual([{ failures: 0, losses: 1 }]);
  });
});

test("without a timeout in the scenario a lost connection is nothing, until the agent is given up", async () => {
  const { starts, report, arrive, run, inputs } = coordinate(1, {});
  await eventually(() => starts.length === 1);
  arrive({ kind: "away", agent: starts[0]!.agent });
  arrive({ kind: "lost", agent: starts[0]!.agent });
  await eventually(() => starts.length === 2);
  report(starts[1]!, "done");
  await run;
  expect(inputs()).toEqual(["machine-down", "machine-down"]);
});

describe("where starts are confirmed", () => {
  test("one that is confirmed goes on, and says so once", async () => {
    const { starts, report, say, run, inputs } = coordinate(1, {}, { more: VISIBILITY });
    await eventually(() => starts.length === 1);
    const { agent, task, token, confirm } = starts[0]!;
    expect(confirm).toBe(true);
    say(agent, { type: "confirmed", task, token });
    say(agent, { type: "confirmed", task, token });
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(starts).toHaveLength(1);
    report(starts[0]!, "done");
    await run;
    expect(inputs()).toEqual(["confirmed"]);
  });

  test("one that is not is fenced: its room stays taken until it is known to be gone, even after its task's end", async () => {
    const { starts, sent, acks, report, say, run, replica } = coordinate(2, {}, { more: VISIBILITY });
    await eventually(() => starts.length === 2);
    const [mute, other] = [starts[0]!, starts[1]!];
    say(other.agent, { type: "confirmed", task: other.task, token: other.token });
    await eventually(() => starts.length === 3);
    expect(sent).toContainEqual({ type: "stop", task: mute.task, token: mute.token });
    expect(starts[2]).toMatchObject({ task: mute.task, token: 2 });
    report(starts[2]!, "done");
    await eventually(() => acks.length === 1);
    const { scheduler } = replica;
    expect(scheduler.life.fenced.count).toBe(1);
    report(mute, "stopped");
    await eventually(() => acks.length === 2);
    expect(acks[1]).toMatchObject({ token: 1, accepted: false });
    expect(scheduler.life.fenced.count).toBe(0);
    report(other, "done");
    await run;
  });

  test("an agent that joins again is asked for fenced attempts that it does not mention", async () => {
    const { starts, sent, report, arrive, say, run, hello } = coordinate(1, {}, { more: VISIBILITY });
    await eventually(() => starts.length === 2);
    const { agent, task, token } = starts[0]!;
    say(starts[1]!.agent, { type: "confirmed", task, token: 2 });
    const stops = () => sent.filter((message) => message.type === "stop" && message.token === token);
    await eventually(() => stops().length === 1);
    arrive({ kind: "joined", agent, same: true, hello: hello(agent) });
    await eventually(() => stops().length === 2);
    report(starts[0]!, "stopped");
    report(starts[1]!, "done");
    await run;
  });
});

test("what is saved goes to the scheduler once, and the next attempt begins there", async () => {
  const { starts, report, say, arrive, run, hello, inputs, folder } = coordinate(1, {
    duration: "4s",
    checkpoint: { every: "1s" },
  });
  await eventually(() => starts.length === 1);
  const { agent, task, token, checkpoint } = starts[0]!;
  expect(checkpoint).toEqual({ from: 0, end: 4e6, every: 1e6, anywhere: true, perMillisecond: 1000 });
  say(agent, { type: "checkpoint", task, token, progress: 1e6 });
  say(agent, { type: "checkpoint", task, token, progress: 1e6 });
  arrive({
    kind: "joined",
    agent,
    same: true,
    hello: { ...hello(agent), held: [{ task, token, progress: 3e6 }] },
  });
  await eventually(() => inputs().length === 2);
  expect(query(folder, "SELECT progress FROM tasks")).toEqual([{ progress: 3e6 }]);
  arrive({ kind: "lost", agent });
  await eventually(() => starts.length === 2);
  expect(starts[1]!.checkpoint).toMatchObject({ from: 3e6, end: 4e6 });
  expect(starts[1]!.milliseconds).toBeLessThanOrEqual(1000);
  say(starts[1]!.agent, { type: "checkpoint", task, token: 2, progress: null });
  report(starts[1]!, "done");
  await run;
  expect(inputs()).toEqual([
    "checkpointed",
    "checkpointed",
    "machine-down",
    "machine-down",
    "checkpoint-lost",
  ]);
});
