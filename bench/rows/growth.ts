/** How the cost of a task grows with the number of machines, of tasks, and of those that wait. */
import { atMost, type Chart, figure, type Outcome, short, type Table } from "../harness/outcome.ts";
import { runScenario } from "../harness/programs.ts";
import type { Row, Setting } from "../harness/row.ts";
import { growthExponent, interleaved, type Measured, median } from "../harness/sample.ts";
import { cellScenario } from "./cell.ts";
import { flood, mmc, trickle } from "./scenarios.ts";

export const machinesGrowthRow: Row = {
  name: "growth-machines",
  about: "cost of a task on 1,000 to 100,000 machines",
  run({ smoke, rounds, progress }: Setting): Outcome {
    const sizes = smoke ? [100, 1_000] : [1_000, 10_000, 100_000];
    const tasks = smoke ? 20_000 : 2_000_000;
    const placements = smoke ? (["best-fit"] as const) : (["best-fit", "first-fit"] as const);
    const measured = interleaved(
      placements.flatMap((placement) =>
        sizes.map((machines) => ({
          name: `${placement}, ${short(machines)} machines`,
          run: () => runScenario(cellScenario({ machines, utilization: 0.8, tasks, placement })).sample,
        })),
      ),
      rounds,
      progress,
    );
    const series = placements.map((placement, i) => ({
      name: placement,
      points: sizes.map((x, j) => ({ x, cost: costs(measured[i * sizes.length + j]!, 0) })),
    }));
    return {
      row: "growth-machines",
      title: `Cost of a task by number of machines, 80% full, ${tasks.toLocaleString("en")} tasks`,
      notes: [
        "Processor time of the whole run over its tasks; reading the fleet and filling it is included.",
      ],
      tables: [costTable("machines", series)],
      floors: series.map(({ name, points }) =>
        atMost(`${name}: ${short(points.at(-1)!.x)} machines / ${short(points[0]!.x)}`, 2, grows(points)),
      ),
      charts: [costChart("growth-machines", "Cost of a task by number of machines", "machines", series)],
      measured,
    };
  },
};

export const tasksGrowthRow: Row = {
  name: "growth-tasks",
  about: "cost of a task in runs of 10⁵ to 10⁷",
  run({ smoke, rounds, progress }: Setting): Outcome {
    const sizes = smoke ? [10_000, 100_000] : [100_000, 1_000_000, 10_000_000];
    const [start, ...measured] = interleaved(
      [1_000, ...sizes].map((tasks) => ({
        name: `M/M/100, ${short(tasks)} tasks`,
        run: () => runScenario(mmc(100, 0.9, tasks)).sample,
      })),
      rounds,
      progress,
    );
    const startSeconds = median(start!.samples.map(({ seconds }) => seconds));
    const all = series("whole process", 0);
    const running = series("without the start", startSeconds);
    return {
      row: "growth-tasks",
      title: "Cost of a task by number of tasks, M/M/100 at 0.9",
      notes: [
        `The start of the process is what a run of 1,000 tasks takes, ${startSeconds.toFixed(2)} s here; one line leaves it in, the other subtracts it. Warming up of the code is in both.`,
      ],
      tables: [costTable("tasks", [all, running])],
      floors: [
        atMost(
          `${short(sizes.at(-1)!)} tasks / ${short(sizes[0]!)}, without the start`,
          1.2,
          grows(running.points),
        ),
      ],
      charts: [costChart("growth-tasks", "Cost of a task by number of tasks", "tasks", [all, running])],
      measured: [start!, ...measured],
    };

    function series(name: string, less: number): Series {
      return { name, points: sizes.map((x, i) => ({ x, cost: costs(measured[i]!, less) })) };
    }
  },
};

export const backlogRow: Row = {
  name: "backlog",
  about: "cost of a task while 10⁶ wait",
  run({ smoke, rounds, progress }: Setting): Outcome {
    const sizes = smoke ? [20_000] : [10_000, 100_000, 1_000_000];
    const tasks = sizes.at(-1)!;
    const policies = smoke ? ["delay-tolerance"] : ["fifo", "delay-tolerance"];
    const measured = interleaved(
      policies.flatMap((policy) => [
        { name: `${policy}, few wait`, run: () => runScenario(trickle(100, tasks, policy)).sample },
        { name: `${policy}, ${short(tasks)} wait`, run: () => runScenario(flood(100, tasks, policy)).sample },
      ]),
      rounds,
      progress,
    );
    const lines = policies.map((policy, i) => {
      const [few, many] = [measured[i * 2]!, measured[i * 2 + 1]!].map((each) => costs(each, 0).middle);
      return { policy, few: few!, many: many! };
    });
    return {
      row: "backlog",
      title: `Cost of a task while ${tasks.toLocaleString("en")} wait, 100 machines`,
      notes: [
        `${tasks.toLocaleString("en")} tasks of two tolerances: one after the other at 90%, or all within seconds, so that nearly all wait at once. Processor time of the whole process over its tasks.`,
      ],
      tables: [
        {
          head: ["µs a task", "few wait", "all wait"],
          lines: lines.map(({ policy, few, many }) => [policy, figure(few), figure(many)]),
        },
      ],
      floors: lines.map(({ policy, few, many }) =>
        atMost(`${policy}: ${short(tasks)} wait / few wait`, 2, many / few),
      ),
      charts: [],
      measured,
    };
  },
};

interface Series {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly cost: Cost }[];
}

/** Microseconds a task. */
interface Cost {
  readonly middle: number;
  readonly low: number;
  readonly high: number;
}

function costs({ samples }: Measured, startSeconds: number): Cost {
  const each = samples.map(({ seconds, work }) => ((seconds - startSeconds) / work) * 1e6);
  return { middle: median(each), low: Math.min(...each), high: Math.max(...each) };
}

function grows(points: Series["points"]): number {
  return points.at(-1)!.cost.middle / points[0]!.cost.middle;
}

function costTable(what: string, series: readonly Series[]): Table {
  const sizes = series[0]!.points.map(({ x }) => x);
  return {
    head: [`µs a task, by ${what}`, ...sizes.map(short), "exponent"],
    lines: series.map(({ name, points }) => [
      name,
      ...points.map(({ cost }) => figure(cost.middle)),
      growthExponent(points.map(({ x, cost }) => ({ x, y: cost.middle }))).toFixed(3),
    ]),
  };
}

function costChart(name: string, title: string, x: string, series: readonly Series[]): Chart {
  return {
    name,
    title,
    kind: "lines",
    x,
    y: "microseconds of processor time a task",
    points: series.flatMap(({ name: line, points }) =>
      points.map((point) => ({
        series: line,
        x: point.x,
        y: point.cost.middle,
        low: point.cost.low,
        high: point.cost.high,
      })),
    ),
  };
}
