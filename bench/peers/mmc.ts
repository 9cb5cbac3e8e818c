/**
 * One run of M/M/c by a peer in JavaScript, in a process of its own: `node mmc.js <name> <servers> <utilisation> <tasks>
 * <seed>`. Prints the mean wait.
 */
import { usage } from "../harness/usage.ts";
import { engineMmc } from "./engine-mmc.ts";
import { simJsMmc } from "./sim-js-mmc.ts";
import { specialisedMmc } from "./specialised-mmc.ts";

type Model = (servers: number, utilization: number, tasks: number, seed: number) => number | Promise<number>;

const MODELS: Readonly<Record<string, Model>> = {
  engine: engineMmc,
  specialised: specialisedMmc,
  "sim.js": simJsMmc,
};

const [name, ...numbers] = process.argv.slice(2);
const [servers, utilization, tasks, seed] = numbers.map(Number) as [number, number, number, number];
const meanWait = await MODELS[name!]!(servers, utilization, tasks, seed);
process.stdout.write(`${JSON.stringify({ ...usage(), meanWait })}\n`);
