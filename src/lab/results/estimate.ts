/** Mean over the replications and its 95% confidence interval; null with fewer than two of them. */
export interface Estimate {
  readonly mean: number;
  readonly low: number | null;
  readonly high: number | null;
}
