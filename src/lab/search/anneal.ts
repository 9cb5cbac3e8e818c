/**
 * Looks for small workloads on which one policy does badly beside another, by simulated annealing from several random
 * beginnings (as PISA does for schedulers of task graphs): a change that makes the ratio worse is sometimes kept, the
 * less often the longer it goes on. Every draw comes from the seed: the same question finds the same workloads.
 */
import { exp, log, pow } from "../../engine/portable-math.ts";
import { Streams } from "../../engine/random.ts";
import { Dice, type Json } from "../fuzz/dice.ts";
import { shrink } from "../fuzz/shrink.ts";
import { type Duel, leastThatCounts, type Score, score } from "./duel.ts";
import { type Instance, meanDuration, mutated, randomInstance, toScenario } from "./instance.ts";

export interface Hunt extends Duel {
  readonly seed: number;
  /** Workloads to try in all. */
  readonly steps: number;
  /** Random beginnings among which the steps are divided. */
  readonly starts: number;
  readonly name: string;
  /** Called between steps, so that signals are heard. */
  readonly onStep: (step: number, best: number) => Promise<void>;
}

export interface Prey extends Score {
  readonly scenario: Json;
  /** The number of the beginning it was found from. */
  readonly start: number;
}

/** Of the logarithm of the ratio: at first a change to half as bad is kept every third time, in the end never. */
const HOTTEST = 0.6;
const COLDEST = 0.01;
/** A workload made small may lose so much of its ratio. */
const KEPT = 0.98;

/** The best of each beginning, made small, the worst ratio first. Those on which the first does no worse are left out. */
export async function hunt(question: Hunt): Promise<Prey[]> {
  const { seed, steps, starts } = question;
  const streams = new Streams(seed, 0);
  const each = Math.max(1, Math.floor(steps / starts));
  const prey: Prey[] = [];
  let done = 0;
  for (let start = 0; start < starts; start++) {
    const dice = new Dice(streams.stream("search", String(start)));
    const best = await anneal(question, dice, each, async (found) => question.onStep(++done, found));
    if (best === null || best.fitness <= 0) continue;
    prey.push({ ...smallest(question, best), start });
  }
  return distinct(prey.sort((a, b) => b.ratio - a.ratio));
}

interface Candidate {
  readonly instance: Instance;
  /** Logarithm of the ratio, the other's figure counting at least a little. */
  readonly fitness: number;
}

async function anneal(
  question: Hunt,
  dice: Dice,
  steps: number,
  onStep: (best: number) => Promise<void>,
): Promise<Candidate | null> {
  let present: Candidate | null = null;
  let best: Candidate | null = null;
  for (let step = 0; step < steps; step++) {
    const instance: Instance = present === null ? randomInstance(dice) : mutated(present.instance, dice);
    const fitness = fitnessOf(question, instance);
    const heat = HOTTEST * pow(COLDEST / HOTTEST, step / steps);
    // Drawn also where it is not needed, so that what was drawn does not depend on what was found.
    const luck = dice.between(0, 1);
    if (fitness !== null) {
      if (present === null || luck < exp((fitness - present.fitness) / heat)) present = { instance, fitness };
      if (best === null || fitness > best.fitness) best = { instance, fitness };
    }
    await onStep(best === null ? 1 : exp(best.fitness));
  }
  return best;
}

function fitnessOf(question: Hunt, instance: Instance): number | null {
  const found = score(question, toScenario(instance, question.name));
  return found === null ? null : log(boundedRatio(question, found, instance));
}

/** A figure counts at least a little, or the best workload would be one where the other has none of it by a hair. */
function boundedRatio({ metric, moreIsBetter }: Hunt, { values }: Score, instance: Instance): number {
  const least = leastThatCounts(metric, meanDuration(instance));
  const [bad, good] = moreIsBetter ? [values[1], values[0]] : values;
  return Math.max(bad, least) / Math.max(good, least);
}

/** Whatever can be left out while the ratio stays is left out. */
function smallest(question: Hunt, { instance, fitness }: Candidate): Omit<Prey, "start"> {
  const enough = exp(fitness) * KEPT;
  // Each round tries again most of what the one before it did.
  const tried = new Map<string, boolean>();
  const stays = (smaller: Json): boolean => {
    const key = JSON.stringify(smaller);
    const known = tried.get(key);
    if (known !== undefined) return known;
    const found = score(question, smaller);
    const answer = found !== null && boundedRatio(question, found, instance) >= enough;
    tried.set(key, answer);
    return answer;
  };
  const scenario = shrink(toScenario(instance, question.name), stays, Number.POSITIVE_INFINITY);
  return { scenario, ...score(question, scenario)! };
}

/** Two beginnings may lead to one workload. */
function distinct(prey: readonly Prey[]): Prey[] {
  const seen = new Set<string>();
  return prey.filter(({ scenario }) => {
    const key = JSON.stringify(scenario);
    return !seen.has(key) && seen.add(key);
  });
}
