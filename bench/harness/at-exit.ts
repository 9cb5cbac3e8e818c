/**
 * Loaded before a measured program (`node --import at-exit.js program …`): when it ends, what the whole process used is
 * written where BENCH_USAGE says. The program itself runs as it always does; Node's own start is included.
 */
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import { usage } from "./usage.ts";

const file = process.env["BENCH_USAGE"];
if (isMainThread && file !== undefined)
  process.on("exit", () => writeFileSync(file, JSON.stringify(usage())));
