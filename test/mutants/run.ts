/**
 * `npm run fuzz:mutants`: plants each trap in a copy of the source, builds it, and lets its own fuzzer look for it.
 * A seed counts only if the source without the trap passes it: otherwise it shows a mistake of ours and not the trap.
 * Prints what caught each of them and after how many seeds; fails when one survives. Names on the command line choose.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { MUTANTS, type Mutant } from "./mutants.ts";

const SEEDS = 3000;
/** Milliseconds for one mutant. */
const PATIENCE = 600_000;
const FOLDER = join("build", "mutants");
const SNAPSHOT = join(FOLDER, "source");
const OUTPUT = { noEmit: false, rootDir: "src", outDir: "dist" };

interface Caught {
  readonly seed: number;
  readonly invariant: string;
}

/** Runs in a build's own process; what goes wrong outside a run shows in its exit code. */
const HUNT = `
const { fuzzSeeds } = await import(process.argv[1]);
for (let seed = Number(process.argv[2]); seed <= Number(process.argv[3]); seed++) {
  const [failure] = fuzzSeeds(seed, 1, 1, {}).failures;
  if (failure === undefined) continue;
  console.log(JSON.stringify({ seed, invariant: failure.invariant }));
  break;
}`;

const chosen = process.argv.slice(2);
const mutants = chosen.length === 0 ? MUTANTS : MUTANTS.filter(({ name }) => chosen.includes(name));
const ourOwn = new Map<number, string>();
let survivors = 0;

// All mutants are made from one state of the source, whatever is edited meanwhile.
rmSync(FOLDER, { recursive: true, force: true });
cpSync("src", join(SNAPSHOT, "src"), { recursive: true });
compile(SNAPSHOT);

console.log(row("trap", "mutant", "caught by", "seeds"));
for (const mutant of mutants) {
  plant(mutant);
  const caught = hunt(join(FOLDER, mutant.name));
  if (caught === null) survivors++;
  const trap = mutant.trap === 0 ? "" : String(mutant.trap);
  const seeds = caught === null ? "" : String(caught.seed);
  console.log(row(trap, mutant.name, caught?.invariant ?? "SURVIVED", seeds));
}
console.log(`\n${mutants.length - survivors} of ${mutants.length} caught, within ${SEEDS} seeds each`);
for (const [seed, invariant] of ourOwn) console.log(`seed ${seed} breaks ${invariant} without any mutant`);
process.exitCode = survivors > 0 || ourOwn.size > 0 || mutants.length === 0 ? 1 : 0;

function plant({ name, file, find, replace }: Mutant): void {
  const folder = join(FOLDER, name);
  cpSync(join(SNAPSHOT, "src"), join(folder, "src"), { recursive: true });
  const path = join(folder, file);
  const parts = readFileSync(path, "utf8").split(find);
  if (parts.length !== 2)
    throw new Error(`${name}: its text is ${parts.length - 1} times in ${file}, not once`);
  writeFileSync(path, parts.join(replace));
  compile(folder);
}

function compile(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const settings = { extends: "../../../tsconfig.json", compilerOptions: OUTPUT, include: ["src"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
  execFileSync("npx", ["tsc", "--noCheck", "-p", folder], { stdio: ["ignore", "ignore", "inherit"] });
}

/** The first seed that fails with the mutant and passes without it. */
function hunt(folder: string): Caught | null {
  const until = performance.now() + PATIENCE;
  for (let from = 1; from <= SEEDS; ) {
    const caught = firstFailure(folder, from, SEEDS, until - performance.now());
    if (caught === null) return null;
    const without = firstFailure(SNAPSHOT, caught.seed, caught.seed, PATIENCE);
    if (without === null) return caught;
    ourOwn.set(without.seed, without.invariant);
    from = caught.seed + 1;
  }
  return null;
}

function firstFailure(folder: string, from: number, to: number, timeout: number): Caught | null {
  const module = pathToFileURL(join(folder, "dist", "lab", "fuzz", "campaign.js")).href;
  const { stdout, status, error } = spawnSync(
    process.execPath,
    ["--input-type=module", "-e", HUNT, module, String(from), String(to)],
    { timeout: Math.max(1, Math.floor(timeout)), encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
  );
  if (stdout !== "") return JSON.parse(stdout) as Caught;
  if (status !== 0 && error === undefined) throw new Error(`${folder}: the fuzzer itself failed`);
  return null;
}

function row(trap: string, name: string, invariant: string, seeds: string): string {
  return `${trap.padStart(4)}  ${name.padEnd(42)}  ${invariant.slice(0, 60).padEnd(60)}  ${seeds.padStart(5)}`;
}
