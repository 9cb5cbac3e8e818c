/** The committed examples: the command that makes each, and which of its files are kept. */

export interface Example {
  /** In reports/examples. */
  readonly name: string;
  /** What `sim` is given, without --out. */
  readonly args: readonly string[];
  readonly keeps: RegExp;
}

/** Pictures change with what is drawn alone; tables with every new figure, so one example has them all. A page holds the libraries that draw it, about 0.9 MB: one example has its page, the others what is drawn in theirs. */
export const EXAMPLES: readonly Example[] = [
  { name: "smoke", args: ["run", "scenarios/smoke.json", "--charts", "svg", "--parquet"], keeps: /./ },
  {
    name: "peak",
    args: ["run", "scenarios/peak.json", "--charts", "svg"],
    keeps: /^chart-.*\.svg$/,
  },
  {
    name: "fair-shares",
    args: [
      "compare",
      "scenarios/parts/fair-shares.json",
      "--policies",
      "fifo,drf,srpt",
      "--replications",
      "10",
      "--charts",
      "svg",
    ],
    keeps: /^chart-(forest|wait|fairness|late|pareto).*\.svg$|^comparison\.csv$/,
  },
  {
    name: "smoke-sweep",
    args: [
      "sweep",
      "scenarios/smoke.json",
      "--vary",
      "machines.0.count=1..5:1",
      "--vary",
      "machines.1.count=1,2,3",
      "--replications",
      "5",
      "--charts",
      "svg",
    ],
    keeps: /^chart-heat-[1-4]-.*\.svg$/,
  },
  {
    name: "smoke-plan",
    args: [
      "plan",
      "scenarios/smoke.json",
      "--vary",
      "machines.0.count=1..8",
      "--slo",
      "wait.p99 <= 800ms",
      "--slo",
      "dead == 0",
      "--charts",
      "svg",
    ],
    keeps: /^chart-.*\.svg$|^plan\.(json|csv)$/,
  },
];
