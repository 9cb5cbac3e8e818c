/**
 * `npm run bench [-- --smoke]`: the parts by tinybench, the wholes each in a process of its own, interleaved. Prints
 * tables; asserts no time, because machines are noisy: compare as ratios within one run.
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { measure, parts } from "./parts.ts";
import type { WholeRun } from "./whole-run.ts";

const smoke = process.argv.includes("--smoke");
const FLOOR = 1e6;

print("Parts, millions a second (median)");
for (const [name, rate] of await measure(parts(smoke), smoke ? 20 : 500))
  print(`  ${name.padEnd(44)}${rate.toFixed(2).padStart(9)}`);

const tasks = smoke ? 200_000 : 2_000_000;
const rounds = smoke ? 1 : 5;
print(`\nM/M/100 at 0.9, ${tasks.toLocaleString("en")} tasks, ${rounds} interleaved, processor time`);
const ours: WholeRun[] = [];
const engine: WholeRun[] = [];
const theirs: WholeRun[] = [];
for (let round = 0; round < rounds; round++) {
  ours.push(whole("schedlab", tasks));
  engine.push(whole("engine", tasks));
  theirs.push(whole("specialised", tasks));
}
const [rate, engineRate, yardstick] = [ours, engine, theirs].map((runs) => median(runs.map(speed))) as [
  number,
  number,
  number,
];
print(`  schedlab, all of it            ${millions(rate)} M tasks/s  (${spread(ours.map(speed))})`);
print(`  its engine alone               ${millions(engineRate)} M tasks/s  (${spread(engine.map(speed))})`);
print(`  the same model, specialised    ${millions(yardstick)} M tasks/s  (${spread(theirs.map(speed))})`);
print(`  schedlab / specialised         ${(rate / yardstick).toFixed(3)}`);
print(`  floor of 1 M tasks/s           engine ${reached(engineRate)}, whole ${reached(rate)}`);

const [few, many] = smoke ? [100_000, 1_000_000] : [1_000_000, 10_000_000];
const [small, large] = [whole("schedlab", few), whole("schedlab", many)];
print(`\nMemory: RSS after ${few.toLocaleString("en")} and ${many.toLocaleString("en")} tasks`);
print(
  `  ${small.rssMegabytes.toFixed(0)} MB and ${large.rssMegabytes.toFixed(0)} MB: ratio ${(large.rssMegabytes / small.rssMegabytes).toFixed(2)}`,
);

// Same model, same answer: whoever disagrees about the mean wait measures something else.
const exact = 0.021694;
for (const { meanWait } of [...ours, ...engine, ...theirs]) {
  if (Math.abs(meanWait / exact - 1) > 0.25)
    throw new Error(`mean wait ${meanWait}, expected about ${exact}`);
}

function reached(value: number): string {
  return value >= FLOOR ? "reached" : `not reached here (${(value / FLOOR).toFixed(2)} of it)`;
}

function whole(kind: string, count: number): WholeRun {
  const program = fileURLToPath(new URL("./whole-run.js", import.meta.url));
  return JSON.parse(
    execFileSync(process.execPath, [program, kind, String(count)], { encoding: "utf8" }),
  ) as WholeRun;
}

function speed(run: WholeRun): number {
  return run.tasksPerSecond;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function spread(values: readonly number[]): string {
  return `${millions(Math.min(...values)).trim()} to ${millions(Math.max(...values)).trim()}`;
}

function millions(value: number): string {
  return (value / 1e6).toFixed(2).padStart(6);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
