/** Twenty replications of a textbook queue by the real command, and the 99% interval of one of its metrics. */
import { expect } from "vitest";
import type { Estimate, ResultDocument } from "../../src/lab/result.ts";
import { studentQuantile } from "../../src/lab/student.ts";
import { simRun } from "./sim.ts";

const REPLICATIONS = 20;

export function replicate(scenario: object): ResultDocument {
  return simRun(scenario, ["--replications", String(REPLICATIONS)]);
}

/** The exact value lies in the 99% interval, and the interval is narrow enough for that to mean something. */
export function expectExact(
  document: ResultDocument,
  metric: string,
  exact: number,
  width = 0.03,
  group = "all",
): void {
  const { mean, low, high } = document.runs[0]!.metrics[group]![metric]!;
  const half = halfWidth99({ mean, low, high });
  const shown = `${metric} of ${group}: exact ${exact}, measured ${mean} ± ${half} (99%)`;
  expect(Math.abs(mean - exact), shown).toBeLessThanOrEqual(half);
  expect(half / exact, `half-width of ${shown}`).toBeLessThan(width);
}

/** The document has 95% intervals; both come from the same standard error. */
function halfWidth99({ low, high }: Estimate): number {
  return (
    ((high! - low!) / 2) *
    (studentQuantile(0.995, REPLICATIONS - 1) / studentQuantile(0.975, REPLICATIONS - 1))
  );
}
