/** What `sim sweep` leaves behind: a table of scenario fields against figures. `sweep.json` in its report. */
import type { Estimate } from "./estimate.ts";

export type FieldValue = string | number | boolean | null;

export interface SweepDocument {
  readonly version: 1;
  readonly kind: "sweep";
  readonly scenario: string;
  readonly description: string;
  readonly tool: string;
  readonly design: "grid" | "latin-hypercube";
  readonly axes: readonly SweepAxis[];
  readonly policies: readonly string[];
  readonly seed: number;
  readonly replications: number;
  /** The figures that were asked for, as a user writes them (`wait.p99:class:urgent`): what tables and charts show. */
  readonly metrics: readonly string[];
  /** In the order of the design; policies side by side for each point. */
  readonly points: readonly SweepPoint[];
}

export interface SweepAxis {
  /** Path of the scenario's field, as in --set. */
  readonly path: string;
  /** The values that occur, in their order. */
  readonly values: readonly FieldValue[];
}

export interface SweepPoint {
  /** One value an axis. */
  readonly at: readonly FieldValue[];
  /** One an entry of `policies`. */
  readonly runs: readonly SweepRun[];
}

export interface SweepRun {
  readonly policy: string;
  readonly digest: string;
  readonly events: number;
  /** By group, then by metric, as in a result document. */
  readonly metrics: Readonly<Record<string, Readonly<Record<string, Estimate>>>>;
}
