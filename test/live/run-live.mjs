/** A live run as a process of its own, for tests that kill it: `node run-live.mjs <options as JSON>`. */
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { runLive } from "../../dist/live/run.js";
import { BUILT_IN, makePolicy } from "../../dist/policies/index.js";
import { loadScenario } from "../../dist/scenario/load.js";

const { file, folder, speed, agents, resume, policyName } = JSON.parse(process.argv[2]);
const scenarioText = readFileSync(file, "utf8");
const loaded = loadScenario(scenarioText, { policies: { check: () => [] } });
if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
const { scenario } = loaded;
const definition = BUILT_IN.find(({ name }) => name === policyName);
const controller = new AbortController();
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => controller.abort());
try {
  const { metrics, events, digest, now } = await runLive({
    scenario,
    scenarioText,
    policy: makePolicy(definition, {}),
    policyName,
    seed: scenario.seed,
    speed,
    agents,
    folder,
    scriptRoot: dirname(file),
    resume,
    signal: controller.signal,
    onProgress: (progress) => process.stdout.write(`${JSON.stringify(progress)}\n`),
  });
  process.stdout.write(`${JSON.stringify({ over: { events, digest, all: metrics.results(now).all } })}\n`);
} catch (error) {
  process.stderr.write(`${error.code ?? ""} ${error.stack}\n`);
  process.exitCode = 1;
}
