/** `sim diff`: two policies of one report or of two, run again side by side and told apart. */
import { type Compared, difference, type RunFacts, runSide, withReasons } from "../lab/diff/diff.ts";
import type { Side } from "../lab/diff/side.ts";
import type { ChosenPolicy } from "../lab/policy-files.ts";
import type { DifferenceDocument } from "../lab/result.ts";
import { renderDifference } from "../report/difference.ts";
import { EXIT_FAILED, EXIT_INPUT, Failure } from "./failure.ts";
import { choosePolicy, loadPolicies, type Report, readReport, recordedScenario } from "./recorded.ts";
import { VERSION } from "./version.ts";

export interface DiffOptions {
  readonly policies?: string;
  readonly metric: "wait" | "response";
  readonly tasks: number;
  readonly json?: boolean;
}

export async function diff(path: string, otherPath: string | undefined, options: DiffOptions): Promise<void> {
  const reports: [Report, Report] = [readReport(path), readReport(otherPath ?? path)];
  const policies = choose(reports, otherPath !== undefined, options.policies);
  const sides: [Side, Side] = [await sideOf(reports[0], policies[0]), await sideOf(reports[1], policies[1])];
  refuseOtherSeed(reports);
  const facts: [RunFacts, RunFacts] = [runSide(sides[0]), runSide(sides[1])];
  refuseOtherWork(reports, facts);

  const compared: Compared = { sides, metric: options.metric, most: options.tasks };
  const found = difference(compared, facts);
  const document: DifferenceDocument = {
    version: 1,
    kind: "difference",
    scenario: sides[0].scenario.name,
    tool: VERSION,
    seed: sides[0].seed,
    metric: options.metric,
    sides: [shown(reports[0], sides[0], facts[0]), shown(reports[1], sides[1], facts[1])],
    ...found,
    tasks: withReasons(found.tasks, sides, options.metric),
  };
  const { stdout } = process;
  stdout.write(
    options.json
      ? `${JSON.stringify(document, null, 2)}\n`
      : renderDifference(document, Math.min(stdout.columns ?? 80, 120)),
  );
  for (const { report, policy, digest, matches } of document.sides) {
    if (matches) continue;
    process.stderr.write(
      `${report}: ${policy} has now the digest ${digest}, which is not the report's: this may not be what it was made from. sim verify says where it parts.\n`,
    );
    process.exitCode = EXIT_FAILED;
  }
}

function choose(
  [one, other]: readonly [Report, Report],
  two: boolean,
  names: string | undefined,
): [ChosenPolicy, ChosenPolicy] {
  const [first, second, ...rest] = names?.split(",").map((name) => name.trim()) ?? [];
  if (names !== undefined && (second === undefined || rest.length > 0))
    throw new Failure(EXIT_INPUT, `--policies: found ${names}; expected two names, such as fifo,srpt`);
  const { policies } = one.recorded;
  if (!two && first === undefined && policies.length < 2)
    throw new Failure(
      EXIT_INPUT,
      `${one.folder}: it has one policy, ${policies[0]!.name}: name a second report, or make one with sim run … --policy ${policies[0]!.name},…`,
    );
  const byDefault = two ? undefined : policies[1]?.name;
  const chosen: [ChosenPolicy, ChosenPolicy] = [
    choosePolicy(one, first, "--policies"),
    choosePolicy(other, second ?? byDefault, "--policies"),
  ];
  if (!two && chosen[0].name === chosen[1].name)
    throw new Failure(EXIT_INPUT, `--policies: found ${chosen[0].name} twice; expected two different ones`);
  return chosen;
}

async function sideOf(report: Report, policy: ChosenPolicy): Promise<Side> {
  const scenario = recordedScenario(report);
  const catalogue = await loadPolicies(report, [policy]);
  return {
    report: report.folder,
    name: policy.name,
    scenario,
    policy: () => catalogue.make(policy),
    seed: report.recorded.seed,
  };
}

function refuseOtherSeed([one, other]: readonly [Report, Report]): void {
  if (one.recorded.seed === other.recorded.seed) return;
  throw new Failure(
    EXIT_INPUT,
    `The work differs: ${one.folder} has seed ${one.recorded.seed}, and ${other.folder} seed ${other.recorded.seed}. Tasks can be compared one by one only on the same arrivals.`,
  );
}

/** Of one scenario and seed it is the same work, also where closed clients come back when they are served. */
function refuseOtherWork(
  [one, other]: readonly [Report, Report],
  [first, second]: readonly [RunFacts, RunFacts],
): void {
  const input = ({ recorded }: Report) => JSON.stringify([recorded.scenario, recorded.set]);
  if (first.drawn === second.drawn || input(one) === input(other)) return;
  throw new Failure(
    EXIT_INPUT,
    `The work differs: chance gave ${one.folder} and ${other.folder} other arrivals, durations or faults (${first.drawn} and ${second.drawn}). Tasks can be compared one by one only on the same work.`,
  );
}

function shown(
  { folder, result }: Report,
  { name }: Side,
  { digest }: RunFacts,
): DifferenceDocument["sides"][number] {
  const run = result.runs.find(({ policy }) => policy === name);
  return { report: folder, policy: name, digest, matches: (run?.digests?.[0] ?? run?.digest) === digest };
}
