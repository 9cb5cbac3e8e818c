/**
 * The program of one attempt, leader of a process group of its own. It keeps a cpu busy until an absolute deadline,
 * so that its own start-up is part of the task's time, or runs the task's script and waits for it. Its standard
 * input is a pipe that its agent holds: when the agent is gone, however it went, the pipe closes and the group ends.
 */
import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { extname } from "node:path";
import { BusyWork } from "./busy-work.ts";
import { applyEffect } from "./effect.ts";
import type { WorkOrder } from "./work-order.ts";

const order = JSON.parse(process.argv[2]!) as WorkOrder;
process.stdin.on("end", endGroup).on("close", endGroup).on("error", endGroup).resume();
// Work must not keep the scheduler and its agents from the cpu, even where the scenario has more cores than the host.
setPriority(constants.priority.PRIORITY_LOW);
if (order.script === null) new BusyWork(order, finish).begin();
else runScript(order.script);

function runScript(path: string): void {
  let stopping = false;
  // The signal goes to the whole group: the script decides how it ends, and this program waits for it.
  process.on("SIGTERM", () => {
    stopping = true;
  });
  const node = [".js", ".mjs", ".cjs"].includes(extname(path));
  const child = spawn(node ? process.execPath : path, node ? [path] : [], { stdio: "ignore" });
  child.on("error", () => finish(false));
  child.on("exit", (code) => finish(code === 0 && !stopping));
}

function finish(succeeded: boolean): void {
  if (succeeded) applyEffect(order.effects, order.task, order.token);
  process.exit(succeeded ? 0 : 1);
}

function endGroup(): void {
  process.kill(-process.pid, "SIGKILL");
}
