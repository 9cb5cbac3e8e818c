/**
 * The agent program: one process a host. It runs the attempts that the coordinator orders and reports their ends.
 * Without a coordinator it lets them run and knocks again for a while; then it ends them, and itself.
 */
import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import type { AgentOptions } from "./agent-options.ts";
import { Attempts } from "./attempts.ts";
import { LineReader } from "./lines.ts";
import { decodeToAgent, encode, type ToAgent, type ToCoordinator } from "./protocol.ts";
import { BEAT_EVERY, RECONNECT_EVERY } from "./timings.ts";

class Agent {
  readonly #options: AgentOptions;
  readonly #incarnation = randomUUID();
  readonly #attempts: Attempts;
  #socket: Socket | null = null;
  #orphan: NodeJS.Timeout;
  #leaving = false;

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#attempts = new Attempts(options, {
      confirmed: (name) => this.#send({ type: "confirmed", ...name }),
      checkpoint: (name, progress) => this.#send({ type: "checkpoint", ...name, progress }),
      result: (result) => this.#send({ type: "result", result }),
    });
    this.#orphan = this.#becomeOrphan();
    setInterval(() => this.#send({ type: "beat" }), BEAT_EVERY);
    this.#connect();
  }

  async leave(): Promise<void> {
    if (this.#leaving) return;
    this.#leaving = true;
    await this.#attempts.killAll();
    // The socket closes with the process: to the coordinator that means that no attempt is left.
    process.exit(0);
  }

  #connect(): void {
    const socket = connect(this.#options.socket);
    const lines = new LineReader((line) => {
      if (socket !== this.#socket) return;
      const message = decodeToAgent(line);
      if (message === null) socket.destroy();
      else this.#receive(message);
    });
    socket.on("connect", () => {
      this.#socket = socket;
      clearTimeout(this.#orphan);
      this.#hello();
    });
    socket.on("data", (chunk) => {
      if (!lines.push(chunk)) socket.destroy();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      if (this.#socket === socket) {
        this.#socket = null;
        this.#orphan = this.#becomeOrphan();
      }
      if (!this.#leaving) setTimeout(() => this.#connect(), RECONNECT_EVERY);
    });
  }

  #becomeOrphan(): NodeJS.Timeout {
    return setTimeout(() => void this.leave(), this.#options.orphanGrace);
  }

  #hello(): void {
    const { held, results } = this.#attempts;
    this.#send({
      type: "hello",
      agent: this.#options.agent,
      incarnation: this.#incarnation,
      pid: process.pid,
      held,
      results,
    });
  }

  #receive(message: ToAgent): void {
    if (this.#leaving) return;
    switch (message.type) {
      case "start":
        this.#attempts.start(message);
        break;
      case "stop":
        this.#attempts.stop(message);
        break;
      case "ack":
        this.#attempts.acknowledged(message);
        break;
      case "leave":
        void this.leave();
        break;
    }
  }

  /** Without a connection nothing is lost: the next hello carries what was not acknowledged. */
  #send(message: ToCoordinator): void {
    if (!this.#leaving) this.#socket?.write(encode(message));
  }
}

const agent = new Agent(JSON.parse(process.argv[2]!) as AgentOptions);
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void agent.leave());
