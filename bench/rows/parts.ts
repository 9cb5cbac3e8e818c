/** The parts by themselves, each group in a process of its own. */
import { fileURLToPath } from "node:url";
import { type Chart, figure, type Outcome } from "../harness/outcome.ts";
import { runNode } from "../harness/programs.ts";
import type { Row, Setting } from "../harness/row.ts";
import { GROUPS } from "../parts/groups.ts";
import type { PartRate } from "../parts/part.ts";

const MEASURE = fileURLToPath(new URL("../parts/measure.js", import.meta.url));

export const partRows: readonly Row[] = [
  row("queue", "Event queue, hold model: take one out, put one in", "by pending events", "pending events"),
  row("random", "Random streams and distributions: one draw", "beside what they replace"),
  row("policies", "Policies: an end, a submission and the decisions, 1,000 waiting", "on 100 machines"),
  row("placements", "Placements: find, reserve, release, 80% full", "by number of machines", "machines"),
  row("statistics", "Statistics and digest", "what each event pays for being counted"),
];

function row(name: string, title: string, about: string, x?: string): Row {
  return {
    name,
    about: `${title}, ${about}`,
    run({ smoke, progress }: Setting): Outcome {
      const groups = GROUPS.filter((group) => group.name.startsWith(`${name}:`)).map((group) => group.name);
      // Starting processes is most of what a smoke test would do.
      const rates = (smoke ? [`${name}:`] : groups).flatMap((group) => {
        progress(group);
        const { stdout } = runNode([MEASURE, group, ...(smoke ? ["2", "smoke"] : ["500"])]);
        return JSON.parse(stdout) as PartRate[];
      });
      return {
        row: name,
        title,
        notes: [
          `Millions a second: the median run and the quartiles. ${smoke ? "All in one process, which slows them down." : "Each kind in a process of its own."}`,
        ],
        tables: [
          {
            head: ["", "M/s", "lower", "upper"],
            lines: rates.map((part) => [part.name, ...[part.rate, part.low, part.high].map(figure)]),
          },
        ],
        floors: [],
        charts: x === undefined ? [] : [bySize(name, title, x, rates)],
        measured: [],
        parts: rates,
      };
    },
  };
}

/** Lines over the number in the part's name, one for each name without it. */
function bySize(name: string, title: string, x: string, rates: readonly PartRate[]): Chart {
  return {
    name,
    title,
    kind: "lines",
    x,
    y: "millions a second",
    points: rates.map((part) => {
      const [, series, size] = /^(.*), ([\d,]+) /.exec(part.name)!;
      return {
        series: series!,
        x: Number(size!.replaceAll(",", "")),
        y: part.rate,
        low: part.low,
        high: part.high,
      };
    }),
  };
}
