/** Agents are processes of their own, which outlive their coordinator: how one is started and killed. */
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import type { AgentOptions } from "./agent-options.ts";

/** What agents have to say that is not for the coordinator. */
export function agentLog(folder: string): string {
  return join(folder, "agents.log");
}

export function startAgent(program: string, folder: string, options: AgentOptions): ChildProcess {
  const log = openSync(agentLog(folder), "a", 0o600);
  try {
    return spawn(process.execPath, [program, JSON.stringify(options)], {
      // Its own session: neither Ctrl-C nor the end of the terminal reaches it before the coordinator has decided.
      detached: true,
      stdio: ["ignore", "ignore", log],
      env: {},
    });
  } finally {
    closeSync(log);
  }
}

/** One that has ended by itself meanwhile is fine too. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
