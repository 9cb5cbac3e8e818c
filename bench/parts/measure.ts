/**
 * Measures groups by tinybench: `node measure.js <group> <milliseconds each> [smoke]`; `queue:` means all whose names
 * begin so. Prints rates as JSON. Time is the processor's; the median run counts, since a run that was interrupted by others says nothing.
 */
import { Bench } from "tinybench";
import { GROUPS } from "./groups.ts";
import type { PartRate } from "./part.ts";

const [name, time, smoke] = process.argv.slice(2);
const parts = GROUPS.filter(
  (group) => group.name === name || (name!.endsWith(":") && group.name.startsWith(name!)),
).flatMap((group) => group.parts(smoke === "smoke"));
const rates: PartRate[] = [];
for (const { name: part, operations, run } of parts) {
  const bench = new Bench({
    time: Number(time),
    warmupTime: Number(time) / 4,
    retainSamples: true,
    now: processorTime,
  });
  bench.add(part, run);
  await bench.run();
  const { result } = bench.tasks[0]!;
  if (result === undefined || !("latency" in result)) throw new Error(`${part} was not measured`);
  const rate = (milliseconds: number) => operations / milliseconds / 1000;
  const { p50, p75, samples } = result.latency;
  const p25 = samples?.[Math.floor(samples.length / 4)] ?? p50;
  rates.push({ name: part, rate: rate(p50), low: rate(p75), high: rate(p25) });
}
process.stdout.write(`${JSON.stringify(rates)}\n`);

/** In milliseconds: on a shared machine the clock on the wall also counts the work of others. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
