#!/usr/bin/env node
/** The `sim` command. Each command has a file of its own, loaded only when it is used, so that start-up stays short. */
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { EXIT_FAILED, EXIT_INPUT, Failure } from "./failure.ts";
import { VERSION } from "./version.ts";

const program = new Command("sim")
  .description("A deterministic simulator and benchmarking lab for datacenter task scheduling.")
  .version(VERSION)
  .showHelpAfterError("(sim --help shows what there is)")
  .exitOverride();

program
  .command("run")
  .summary("run a scenario, print a table, write a report")
  .description("Runs a scenario in the virtual world, prints a table and writes a report.")
  .argument("<scenario>", "scenario file (JSON)")
  .option("--policy <names>", "policies by name or file, comma-separated; each runs on the same work")
  .option("--seed <n>", "seed of all chance, in place of the scenario's", seed)
  .option(
    "--replications <n>",
    "how often to repeat with other chance, for confidence intervals",
    positiveNumber,
    1,
  )
  .option("--set <path=json>", "change a field of the scenario; any number of times", collect)
  .option("--threads <n>", "threads for replications (default: all cores)", positiveNumber)
  .option("--out <dir>", "folder of the report (default: reports/<scenario name>)")
  .option("--json", "print the result document and nothing else")
  .option("--tasks <file.csv>", "write one row a task")
  .option("--timeline <file.json>", "write a Chrome trace-event file, for Perfetto")
  .option("--charts <kinds>", "pictures of each chart in the report: svg, png or svg,png")
  .option("--parquet", "the report's tables as Parquet files, too")
  .option("--check", "watch every event for broken invariants; one ends the run with exit code 1")
  .option("--quiet", "print nothing but errors")
  .action(async (scenario, options) => (await import("./run.ts")).run(scenario, options));

program
  .command("compare")
  .summary("compare policies on the same work, with intervals and verdicts")
  .description(
    "Runs each policy on the same work, pair by pair, and says in which figures they differ and by how much: 95% confidence intervals of the paired differences, corrected for the number of comparisons. Where the data supports no winner, it says so.",
  )
  .argument("<scenario>", "scenario file (JSON)")
  .requiredOption("--policies <names>", "policies by name or file, comma-separated; two or more")
  .option("--baseline <name>", "the policy that the others are compared with (default: the first)")
  .option("--metrics <paths>", "what to compare, comma-separated: wait.p99:class:urgent,cost")
  .option("--replications <n>", "how often to repeat with other chance", positiveNumber, 10)
  .option(
    "--until <precision>",
    'add replications until a figure and its differences are known that well: "wait.p99:class:urgent ±5%" (or +-5%, ±20ms)',
  )
  .option("--most <n>", "replications that --until may use (default: 200)", positiveNumber)
  .option("--budget <duration>", 'time that --until may take, such as "10m"')
  .option("--seed <n>", "seed of all chance, in place of the scenario's", seed)
  .option("--set <path=json>", "change a field of the scenario; any number of times", collect)
  .option("--threads <n>", "threads for replications (default: all cores)", positiveNumber)
  .option("--out <dir>", "folder of the report (default: reports/<scenario name>-compare)")
  .option("--json", "print the result document and nothing else")
  .option("--charts <kinds>", "pictures of each chart in the report: svg, png or svg,png")
  .option("--parquet", "the report's tables as Parquet files, too")
  .option("--quiet", "print nothing but errors")
  .action(async (scenario, options) => (await import("./compare.ts")).compare(scenario, options));

program
  .command("sweep")
  .summary("vary fields of a scenario, on all cores; goes on where it stopped")
  .description(
    "Runs a scenario at every point of a grid, or at the points of a Latin hypercube, under each policy. A sweep that was interrupted goes on where it stopped when the same command is given again; results do not depend on threads, shards or interruptions.",
  )
  .argument("<file>", "scenario or experiment file (JSON; sim schema experiment)")
  .option(
    "--vary <path=values>",
    "a field and its values: 100,200 or 100..400:50 or, with --sample, 100..400 or 1..100:log; any number of times",
    collect,
  )
  .option("--sample <n>", "so many points of a Latin hypercube in place of the whole grid", positiveNumber)
  .option("--policy <names>", "policies by name or file, comma-separated; each runs on the same work")
  .option("--seed <n>", "seed of all chance, in place of the scenario's", seed)
  .option("--replications <n>", "how often to repeat with other chance (default: 1)", positiveNumber)
  .option("--set <path=json>", "change a field of the scenario throughout; any number of times", collect)
  .option("--metrics <paths>", "figures to show, comma-separated, such as wait.p99:class:urgent")
  .option("--threads <n>", "threads (default: all cores)", positiveNumber)
  .option("--shard <i/n>", "run the i-th of n parts; sim merge joins them", shard)
  .addOption(
    new Option(
      "--on <cluster>",
      "submit it as a job array and wait; SBATCH_PARTITION and the like apply",
    ).choices(["slurm"]),
  )
  .option("--chunk <n>", "runs in one task of the job array (default: by their number)", positiveNumber)
  .option("--out <dir>", "folder of the results (default: reports/<scenario name>-sweep)")
  .option("--charts <kinds>", "pictures of each chart in the report: svg, png or svg,png")
  .option("--fresh", "start over: throw away the runs that are in the folder")
  .option("--json", "print the result document and nothing else")
  .option("--quiet", "print nothing but errors")
  .action(async (file, options) => (await import("./sweep.ts")).sweep(file, options));

program
  .command("merge")
  .summary("join the shards of a sweep")
  .description(
    "Joins what sim sweep --shard left behind, from any machines. Refuses runs of different experiments or versions, and says which points are missing.",
  )
  .argument("<places...>", "folders, or files of runs (shard-i-of-n.jsonl)")
  .option("--out <dir>", "folder of the results (default: the folder of the shards)")
  .option("--charts <kinds>", "pictures of each chart in the report: svg, png or svg,png")
  .option("--metrics <paths>", "figures to show, comma-separated, such as wait.p99:class:urgent")
  .option("--json", "print the result document and nothing else")
  .option("--quiet", "print nothing but errors")
  .action(async (places, options) => (await import("./merge.ts")).merge(places, options));

program
  .command("live")
  .summary("run a scenario with the same scheduler on real processes")
  .description(
    "Runs a scenario's tasks as real processes: one coordinator, agents on hosts, wall-clock time. The scenario's faults, network, store and clients' patience belong to the virtual world and are left out: here they are real.",
  )
  .argument("<scenario>", "scenario file (JSON)")
  .option("--hosts <hosts>", "where agents run; local:<n> starts n of them here", "local:2")
  .option("--speed <factor>", "scenario seconds per real second", positiveFactor, 1)
  .option("--policy <name>", "policy by name or file")
  .option("--seed <n>", "seed of all chance, in place of the scenario's", seed)
  .option("--set <path=json>", "change a field of the scenario; any number of times", collect)
  .option("--out <dir>", "folder of the report (default: reports/<scenario name>-live)")
  .option("--run <dir>", "folder of the durable state (default: a new one under runs/)")
  .option("--resume", "go on with an interrupted run, the last one of this scenario or that of --run")
  .option("--json", "print the result document and nothing else")
  .option("--quiet", "print nothing but errors")
  .action(async (scenario, options) => (await import("./live.ts")).live(scenario, options));

program
  .command("fuzz")
  .summary("random scenarios, policies and faults against the invariants")
  .description(
    "Expands each seed into a small random scenario with random faults, runs it with all invariants checked, and makes what fails small. Exit code 1 when an invariant was broken, or when in 500 runs or more a fault or a recovery never happened.",
  )
  .option("--runs <n>", "how many seeds", positiveNumber, 1000)
  .option("--seed <n>", "the first seed", seed, 1)
  .option("--threads <n>", "threads (default: all cores)", positiveNumber)
  .option("--only <kinds>", "only these kinds of fault, comma-separated")
  .option("--policy <name>", "only this policy")
  .option("--out <dir>", "where failing scenarios are written", "fuzz-failures")
  .option("--keep-going", "do not end at the first failure")
  .option("--json", "print the findings as JSON and nothing else")
  .action(async (options) => (await import("./fuzz.ts")).fuzz(options));

program
  .command("explain")
  .summary("tell what happened to one task of a report, and why it waited")
  .description("Runs what a report was made from again, and tells each decision that touched one task.")
  .argument("<report>", "folder of the report")
  .argument("<task>", "its id, the beginning of it, its row in --tasks, or refused:<n>")
  .option("--policy <name>", "which of the report's policies (default: the first)")
  .option("--json", "as JSON")
  .action(async (report, task, options) => (await import("./explain.ts")).explain(report, task, options));

program
  .command("plan")
  .summary("the cheapest fleet that meets targets")
  .description(
    "Finds the cheapest choice of the varied fields that meets every target, by bisection, with more replications where the answer is undecided. Exit code 1 when no choice does. Cost is the machines' prices, or their number (or cpu) where none has a price.",
  )
  .argument("<scenario>", "scenario file (JSON)")
  .option(
    "--vary <path=values>",
    "a field to choose: 1..100, 100..400:50 or 4,8,16; any number of times",
    collect,
  )
  .option(
    "--slo <target>",
    'a target, such as "wait.p99:class:urgent <= 2s" or "dead == 0"; any number of times',
    collect,
  )
  .addOption(
    new Option("--survive <what>", "the targets must hold when it is lost for good").choices([
      "machine",
      "submitter",
      "datacenter",
    ]),
  )
  .option("--policy <name>", "policy by name or file")
  .option("--seed <n>", "seed of all chance, in place of the scenario's", seed)
  .option("--replications <n>", "the most that are spent on one choice", positiveNumber, 40)
  .option("--set <path=json>", "change a field of the scenario; any number of times", collect)
  .option("--threads <n>", "threads for replications (default: all cores)", positiveNumber)
  .option("--out <dir>", "folder of the report (default: reports/<scenario name>-plan)")
  .option("--json", "print the plan as JSON and nothing else")
  .option("--quiet", "print nothing but errors")
  .action(async (scenario, options) => (await import("./plan.ts")).plan(scenario, options));

program
  .command("verify")
  .summary("run a report again and confirm its digests")
  .description(
    "Runs what a report was made from again and confirms every digest and figure, or names the first event that differs (exit code 1).",
  )
  .argument("<report>", "folder of the report")
  .option("--threads <n>", "threads for replications (default: all cores)", positiveNumber)
  .option("--json", "as JSON")
  .option("--quiet", "print nothing but errors: the exit code says it")
  .action(async (report, options) => (await import("./verify.ts")).verify(report, options));

program
  .command("diff")
  .summary("where two policies parted, and which tasks make the difference")
  .description(
    "Runs two policies of one report, or of two reports on the same work, again side by side: the first decision in which they parted, how each class fared, and the tasks with the greatest difference, with what they waited for.",
  )
  .argument("<report>", "folder of a report")
  .argument("[other]", "folder of another one, on the same work")
  .option(
    "--policies <names>",
    "which two policies, comma-separated (default: the first of each, or the first two)",
  )
  .addOption(
    new Option("--metric <name>", "what of each task is compared")
      .choices(["wait", "response"])
      .default("wait"),
  )
  .option("--tasks <n>", "how many tasks to tell of", positiveNumber, 5)
  .option("--json", "as JSON")
  .action(async (report, other, options) => (await import("./diff.ts")).diff(report, other, options));

program
  .command("search")
  .summary("small workloads on which one policy does worst beside another")
  .description(
    "Looks for small workloads on which a policy does worst beside another, by simulated annealing, makes them smaller still and saves them as scenarios. Exit code 1 when none was found.",
  )
  .requiredOption("--worst <policy>", "the policy that is to do badly, by name or file")
  .requiredOption("--against <policy>", "the policy that it is measured by")
  .option("--metric <name>", "by which figure", "wait.mean")
  .option("--steps <n>", "how many workloads to try", positiveNumber, 1000)
  .option("--starts <n>", "from how many random beginnings", positiveNumber, 4)
  .option("--seed <n>", "seed of the search", seed, 1)
  .option("--out <dir>", "folder for the scenarios (default: reports/<worst>-against-<other>)")
  .option("--json", "print what was found as JSON and nothing else")
  .option("--quiet", "print nothing but errors")
  .action(async (options) => (await import("./search.ts")).search(options));

program
  .command("policies")
  .summary("list the policies and placements")
  .option("--json", "as JSON")
  .action(async (options) => (await import("./policies.ts")).policies(options));

program
  .command("schema")
  .summary("print the JSON Schema of scenario or experiment files")
  .addArgument(
    new Argument("[kind]", "of which files").choices(["scenario", "experiment"]).default("scenario"),
  )
  .action(async (kind) => (await import("./schema.ts")).schema(kind));

// Whoever reads a pipe may stop reading, as `head` does.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit();
  throw error;
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = report(error);
}

function report(error: unknown): number {
  // Commander has already said what was wrong with the words of the command.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_INPUT;
  if (error instanceof Failure) {
    process.stderr.write(`${error.message}\n`);
    return error.exitCode;
  }
  // The disk, the database, a host: a coded error that says what to do. Anything else is a mistake of ours.
  if (error instanceof Error && "code" in error && !String(error.code).startsWith("ERR_")) {
    process.stderr.write(`${error.message}\n`);
    return EXIT_FAILED;
  }
  throw error;
}

function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isSafeInteger(value))
    throw new InvalidArgumentError("It must be a whole number.");
  return value;
}

/** The range that a scenario's own seed has. */
function seed(text: string): number {
  const value = wholeNumber(text);
  if (value < 0) throw new InvalidArgumentError("It must be a whole number from 0 on.");
  return value;
}

function positiveNumber(text: string): number {
  const value = wholeNumber(text);
  if (value < 1) throw new InvalidArgumentError("It must be a whole number from 1 on.");
  return value;
}

/** `2/8`: the second of eight parts. */
function shard(text: string): { readonly index: number; readonly count: number } {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text.trim())?.map(Number) ?? [];
  if (index === undefined || count === undefined || index < 1 || index > count)
    throw new InvalidArgumentError("It must be a part and a number of parts, such as 2/8.");
  return { index, count };
}

function positiveFactor(text: string): number {
  const value = Number(text);
  if (!(value > 0) || value === Number.POSITIVE_INFINITY)
    throw new InvalidArgumentError("It must be a number above 0.");
  return value;
}
