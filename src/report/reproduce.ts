/** The commands that make a result again. */
import type { ResultDocument } from "../lab/result.ts";

/** One command for each seed and number of replications. A document does not know its file: the name stands for it. */
export function reproduceCommands(document: ResultDocument): readonly string[] {
  const policies = new Map<string, string[]>();
  for (const run of document.runs) {
    const flags = `--seed ${run.seed} --replications ${run.replications}`;
    policies.set(flags, [...(policies.get(flags) ?? []), run.policy]);
  }
  const file = shellWord(`${document.scenario}.json`);
  return [...policies].map(
    ([flags, names]) => `sim run ${file} --policy ${shellWord([...new Set(names)].join(","))} ${flags}`,
  );
}

function shellWord(text: string): string {
  return /^[\w./:@%+,][\w./:@%+,-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
