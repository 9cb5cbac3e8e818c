/** The coordinator with a real store, and the test in the place of the agents. */
import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import { Clients } from "../../src/live/clients.ts";
import { LiveClock } from "../../src/live/clock.ts";
import { Coordinator } from "../../src/live/coordinator.ts";
import { type Arrival, Inbox } from "../../src/live/inbox.ts";
import type { Hello, Result, Said, ToAgent } from "../../src/live/protocol.ts";
import { Replica } from "../../src/live/replica.ts";
import { Store } from "../../src/live/store.ts";
import { policyNamed, setting } from "./harness.ts";
import { burst } from "./scenarios.ts";

type Start = Extract<ToAgent, { type: "start" }>;
type Ack = Extract<ToAgent, { type: "ack" }>;

export interface Sent extends Start {
  readonly agent: number;
}

export interface Wishes {
  /** More of the scenario. */
  readonly more?: object;
  readonly onSend?: (folder: string, message: ToAgent) => void;
  readonly prepare?: (folder: string) => void;
}

/** Two agents, machines 0 and 2 on the first, 1 and 3 on the second; a burst of tasks of one kind. */
export function coordinate(tasks: number, workload: object, { more, onSend, prepare }: Wishes = {}) {
  const { scenario, folder, text } = setting(burst(tasks, workload, more));
  const store = new Store(folder);
  onTestFinished(() => store.close());
  store.create({ scenario: text, policy: "fifo", seed: 1, speed: 1, agents: 2 });
  prepare?.(folder);
  const replica = new Replica(scenario, policyNamed("fifo"), 1);
  const inbox = new Inbox();
  const sent: ToAgent[] = [];
  const starts: Sent[] = [];
  const acks: Ack[] = [];
  const coordinator = new Coordinator(
    {
      replica,
      clients: new Clients(scenario, 1, replica),
      clock: new LiveClock(Date.now(), 1, 0),
      store,
      agents: 2,
      send: (agent, message) => {
        onSend?.(folder, message);
        sent.push(message);
        if (message.type === "start") starts.push({ ...message, agent });
        if (message.type === "ack") acks.push(message);
      },
      onRound: () => {},
    },
    inbox,
  );
  onTestFinished(() => coordinator.halt());
  const run = coordinator.run();
  // Tests that expect it to fail say so; the others learn of a failure where they wait for its end.
  run.catch(() => {});
  const arrive = (arrival: Arrival) => {
    inbox.add(arrival);
    coordinator.arrived();
  };
  const report = ({ agent, task, token }: Sent, outcome: Result["outcome"]) =>
    arrive({ kind: "said", agent, message: { type: "result", result: { task, token, outcome } } });
  const hello = (agent: number): Hello => ({
    type: "hello",
    agent,
    incarnation: randomUUID(),
    pid: 1,
    held: [],
    results: [],
  });
  const say = (agent: number, message: Said) => arrive({ kind: "said", agent, message });
  /** The kinds of inputs that are stored, without those of every run. */
  const inputs = () =>
    store
      .journal()
      .map(({ input }) => input.kind)
      .filter((kind) => !["submit", "close", "settle", "wake", "ended"].includes(kind));
  return { folder, scenario, store, say, inputs, replica, sent, starts, acks, run, arrive, report, hello };
}
