/** From a question to its answer: the choices are made, looked at and told of. */
import type { Scenario } from "../../scenario/model.ts";
import type { ChosenPolicy, PolicyCatalogue } from "../policy-files.ts";
import type { PlanChoice, PlanDocument } from "../result.ts";
import { Runner } from "../runner.ts";
import { evaluate, type Variant } from "./evaluate.ts";
import type { Choice, Grid } from "./grid.ts";
import { lossesOf, type Survived, strikeTime } from "./losses.ts";
import { searchCheapest } from "./search.ts";
import type { Target } from "./target.ts";
import { sentencesOf } from "./words.ts";

export interface Question {
  readonly grid: Grid;
  readonly targets: readonly Target[];
  readonly survive: Survived | null;
  readonly catalogue: PolicyCatalogue;
  readonly seed: number;
  /** The most replications of one choice. */
  readonly most: number;
  readonly threads: number;
  readonly signal?: AbortSignal;
  /** The scenario at a choice, with these faults added to its own. */
  scenarioAt(choice: Choice, faults: readonly object[]): Scenario;
  policyAt(scenario: Scenario): ChosenPolicy;
  /** Share that is settled, and runs so far. */
  readonly onProgress?: (done: number, runs: number) => void;
}

export type Answer = Pick<
  PlanDocument,
  "targets" | "survive" | "unit" | "replications" | "size" | "answer" | "cheaper" | "choices" | "sentences"
>;

export async function answer(question: Question): Promise<Answer> {
  const { grid, targets, survive, most, seed, signal } = question;
  const runner = new Runner({
    threads: question.threads,
    catalogue: question.catalogue,
    ...(signal && { signal }),
  });
  const variantsAt = variants(question);
  let runs = 0;
  let settled = 0;
  const tell = () => question.onProgress?.(settled, runs);
  const onRun = () => {
    runs++;
    tell();
  };
  try {
    const found = await searchCheapest({
      grid,
      look: (choice) => evaluate({ runner, seed, targets, most, onRun }, choice, variantsAt(choice)),
      onProgress: (open) => {
        // Each answer settles about half of them.
        settled = 1 - Math.log2(open + 1) / Math.log2(grid.choices.length + 2);
        tell();
      },
    });
    const at = (choice: Choice | null) => (choice === null ? null : found.looked.get(choice)!);
    const choices = grid.choices.flatMap((choice): readonly PlanChoice[] => {
      const looked = found.looked.get(choice);
      return looked === undefined ? [] : [looked];
    });
    const told = { answer: at(found.answer), cheaper: at(found.cheaper), choices };
    const { contradictions } = found;
    return {
      targets: targets.map(({ text }) => text),
      survive,
      unit: grid.unit,
      replications: most,
      size: grid.choices.length,
      ...told,
      sentences: sentencesOf({ grid, targets, survive, contradictions, ...told }),
    };
  } finally {
    await runner.close();
  }
}

/** The scenarios to run at a choice: its own, or one for each loss that it has to survive. */
function variants(question: Question): (choice: Choice) => Variant[] {
  const { survive, seed, catalogue, grid } = question;
  const made = (choice: Choice, loss: string | null, faults: readonly object[]): Variant => {
    const scenario = question.scenarioAt(choice, faults);
    return { loss, scenario, policy: question.policyAt(scenario) };
  };
  if (survive === null) return (choice) => [made(choice, null, [])];
  // The work is the same at every choice, so that one time serves them all.
  const { scenario, policy } = made(grid.choices.at(-1)!, null, []);
  const at = strikeTime({ scenario, policy: catalogue.make(policy), seed, replication: 0 });
  return (choice) =>
    lossesOf(survive, question.scenarioAt(choice, []), at).map(({ name, fault }) =>
      made(choice, name, [fault]),
    );
}
