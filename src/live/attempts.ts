/**
 * The attempts of one agent: real child processes, each in a process group of its own, so that stopping one ends
 * all that it started. An attempt is known from its start until its result is acknowledged, and is run once in that
 * time however often the order comes.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { dirname } from "node:path";
import type { AgentOptions } from "./agent-options.ts";
import { LOST } from "./busy-work.ts";
import { messageOf } from "./errors.ts";
import { LineReader } from "./lines.ts";
import { programPath } from "./program.ts";
import { type AttemptName, attemptKey, type Hello, type Result, type StartOrder } from "./protocol.ts";
import { resolveScript } from "./script-path.ts";
import { KILL_AFTER } from "./timings.ts";
import type { WorkOrder } from "./work-order.ts";

/** What an agent says about its attempts. */
export interface AttemptEvents {
  confirmed(name: AttemptName): void;
  /** Null: what had been saved cannot be read. */
  checkpoint(name: AttemptName, progress: number | null): void;
  result(result: Result): void;
}

type Folders = Pick<AgentOptions, "effects" | "checkpoints" | "scriptRoot">;

interface Running extends AttemptName {
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
  /** Set once it has been told to stop. */
  kill: NodeJS.Timeout | null;
  /** What it has saved, if anything. */
  progress: number | null;
}

export class Attempts {
  readonly #options: Folders;
  readonly #program = programPath("work");
  readonly #events: AttemptEvents;
  readonly #running = new Map<string, Running>();
  readonly #results = new Map<string, Result>();

  constructor(options: Folders, events: AttemptEvents) {
    this.#options = options;
    this.#events = events;
  }

  get held(): Hello["held"] {
    return [...this.#running.values()].map(({ task, token, progress }) => ({
      task,
      token,
      ...(progress !== null && { progress }),
    }));
  }

  get results(): Result[] {
    return [...this.#results.values()];
  }

  start(order: StartOrder): void {
    const key = attemptKey(order);
    if (this.#running.has(key) || this.#results.has(key)) return;
    const { task, token } = order;
    const script = order.script === null ? null : resolveScript(this.#options.scriptRoot, order.script);
    if (script !== null && !script.ok) {
      this.#end({ task, token, outcome: "failed", reason: script.reason });
      return;
    }
    const work: WorkOrder = {
      task,
      token,
      effects: this.#options.effects,
      checkpoints: this.#options.checkpoints,
      script: script === null ? null : script.path,
      deadline: Date.now() + order.milliseconds,
      fails: order.fails,
      checkpoint: order.checkpoint,
    };
    this.#spawn(work);
    if (order.confirm) this.#events.confirmed({ task, token });
  }

  /** Asks politely, then kills. An attempt that is not here is as good as stopped. */
  stop(name: AttemptName): void {
    const running = this.#running.get(attemptKey(name));
    if (running === undefined) {
      const { task, token } = name;
      if (!this.#results.has(attemptKey(name))) this.#end({ task, token, outcome: "stopped" });
      return;
    }
    if (running.kill !== null) return;
    signalGroup(running.child, "SIGTERM");
    running.kill = setTimeout(() => signalGroup(running.child, "SIGKILL"), KILL_AFTER);
  }

  acknowledged(name: AttemptName): void {
    this.#results.delete(attemptKey(name));
  }

  /** Ends every attempt without a report, and returns when the processes are gone. */
  async killAll(): Promise<void> {
    const running = [...this.#running.values()];
    for (const { child } of running) signalGroup(child, "SIGKILL");
    await Promise.all(running.map(({ ended }) => ended));
  }

  #spawn(work: WorkOrder): void {
    const { task, token } = work;
    const key = attemptKey(work);
    const child = spawn(process.execPath, [this.#program, JSON.stringify(work)], {
      detached: true,
      stdio: ["pipe", work.checkpoint === null ? "ignore" : "pipe", "ignore"],
      cwd: this.#options.scriptRoot,
      env: environment(work),
    });
    // The pipe only tells the child that we are here; that it breaks when the child ends is no news.
    child.stdin!.on("error", () => {});
    const ended = new Promise<void>((resolve) => {
      child.on("error", (error) => {
        if (child.pid !== undefined) return;
        this.#running.delete(key);
        this.#end({
          task,
          token,
          outcome: "failed",
          reason: `cannot start: ${messageOf(error)}`.slice(0, 500),
        });
        resolve();
      });
      // Whatever the attempt has started in its group ends with it.
      child.on("exit", () => signalGroup(child, "SIGKILL"));
      // By then all that it had to say has been read.
      child.on("close", (code, signal) => {
        const running = this.#running.get(key);
        if (running === undefined) return;
        if (running.kill !== null) clearTimeout(running.kill);
        this.#running.delete(key);
        const { kill, progress } = running;
        this.#end({
          task,
          token,
          ...outcomeOf(code, signal, kill !== null),
          ...(progress !== null && { progress }),
        });
        resolve();
      });
    });
    const running: Running = { task, token, child, ended, kill: null, progress: null };
    this.#running.set(key, running);
    const lines = new LineReader((line) => this.#said(running, line));
    child.stdout?.on("data", (chunk) => lines.push(chunk));
  }

  /** The work program says what it has saved. */
  #said(running: Running, line: string): void {
    const { task, token } = running;
    running.progress = line === LOST ? null : Number(line);
    this.#events.checkpoint({ task, token }, running.progress);
  }

  #end(result: Result): void {
    this.#results.set(attemptKey(result), result);
    this.#events.result(result);
  }
}

/** Success counts even when the order to stop came just then: the effect is there. */
function outcomeOf(
  code: number | null,
  signal: string | null,
  stopped: boolean,
): Pick<Result, "outcome" | "reason"> {
  if (code === 0) return { outcome: "done" };
  if (stopped) return { outcome: "stopped" };
  return { outcome: "failed", reason: signal === null ? `exit code ${code}` : `killed by ${signal}` };
}

/** Nothing of the agent's own environment: it may hold what a task must not see. */
function environment({ task, token }: WorkOrder): NodeJS.ProcessEnv {
  return {
    PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    SCHEDLAB_TASK: task,
    SCHEDLAB_ATTEMPT: String(token),
  };
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
