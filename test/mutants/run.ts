/**
 * `npm run fuzz:mutants`: plants each trap in a copy of the source, builds it, and lets its own fuzzer look for it.
 * Prints what caught each of them and after how many seeds; fails when one survives. Names on the command line choose.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { MUTANTS, type Mutant } from "./mutants.ts";

const SEEDS = 3000;
/** Milliseconds for one mutant. */
const PATIENCE = 240_000;
const FOLDER = join("build", "mutants");
const OUTPUT = { noEmit: false, rootDir: "src", outDir: "dist" };

interface Caught {
  readonly seed: number;
  readonly invariant: string;
}

/** Runs in the mutant's own build; what goes wrong outside a run shows in its exit code. */
const HUNT = `
const { fuzzSeeds } = await import(process.argv[1]);
for (let seed = 1; seed <= ${SEEDS}; seed += 20) {
  const [failure] = fuzzSeeds(seed, 20, 1, {}).failures;
  if (failure === undefined) continue;
  console.log(JSON.stringify({ seed: failure.seed, invariant: failure.invariant }));
  break;
}`;

const chosen = process.argv.slice(2);
const mutants = chosen.length === 0 ? MUTANTS : MUTANTS.filter(({ name }) => chosen.includes(name));
let survivors = 0;
console.log(row("trap", "mutant", "caught by", "seeds"));
for (const mutant of mutants) {
  const caught = hunt(build(mutant));
  if (caught === null) survivors++;
  const trap = mutant.trap === 0 ? "" : String(mutant.trap);
  console.log(
    row(trap, mutant.name, caught?.invariant ?? "SURVIVED", caught === null ? "" : String(caught.seed)),
  );
}
console.log(`\n${mutants.length - survivors} of ${mutants.length} caught, within ${SEEDS} seeds each`);
process.exitCode = survivors > 0 || mutants.length === 0 ? 1 : 0;

/** The folder of the mutant's compiled code. */
function build({ name, file, find, replace }: Mutant): string {
  const folder = join(FOLDER, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync("src", join(folder, "src"), { recursive: true });
  const path = join(folder, file);
  const parts = readFileSync(path, "utf8").split(find);
  if (parts.length !== 2)
    throw new Error(`${name}: its text is ${parts.length - 1} times in ${file}, not once`);
  writeFileSync(path, parts.join(replace));
  const settings = { extends: "../../../tsconfig.json", compilerOptions: OUTPUT, include: ["src"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
  execFileSync("npx", ["tsc", "--noCheck", "-p", folder], { stdio: ["ignore", "ignore", "inherit"] });
  return join(folder, "dist");
}

function hunt(folder: string): Caught | null {
  const module = pathToFileURL(join(folder, "lab", "fuzz", "campaign.js")).href;
  const { stdout, status, error } = spawnSync(process.execPath, ["--input-type=module", "-e", HUNT, module], {
    timeout: PATIENCE,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (stdout !== "") return JSON.parse(stdout) as Caught;
  if (status !== 0 && error === undefined) throw new Error(`${folder}: the fuzzer itself failed`);
  return null;
}

function row(trap: string, name: string, invariant: string, seeds: string): string {
  return `${trap.padStart(4)}  ${name.padEnd(42)}  ${invariant.slice(0, 60).padEnd(60)}  ${seeds.padStart(5)}`;
}
