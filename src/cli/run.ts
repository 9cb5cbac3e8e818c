/** `sim run`: input, outputs, the experiment, the report. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Observer } from "../cluster/ports.ts";
import type { Scheduler } from "../cluster/scheduler.ts";
import { SECOND } from "../engine/time.ts";
import { combine } from "../lab/combine.ts";
import { runExperiment } from "../lab/experiment.ts";
import type { ResultDocument } from "../lab/result.ts";
import { renderRunFile } from "../lab/run-file.ts";
import { renderMarks } from "../lab/verify/marks.ts";
import { warningsOf } from "../lab/warnings/warnings.ts";
import { TaskRowWriter } from "../report/task-rows.ts";
import { TraceEventWriter } from "../report/trace-events.ts";
import { writeReport } from "../report/write.ts";
import { smallRuns } from "./attempts.ts";
import { type FormOptions, reportForms } from "./forms.ts";
import { readInput } from "./input.ts";
import { Outputs } from "./outputs.ts";
import { ProgressBar } from "./progress.ts";
import { folderName, show } from "./show.ts";
import { VERSION } from "./version.ts";
import { TaskRows, TimelineEvents } from "./watchers.ts";

export interface RunOptions extends FormOptions {
  readonly policy?: string;
  readonly seed?: number;
  readonly replications: number;
  readonly set?: readonly string[];
  readonly threads?: number;
  readonly out?: string;
  readonly json?: boolean;
  readonly tasks?: string;
  readonly timeline?: string;
  readonly check?: boolean;
  readonly quiet?: boolean;
}

export async function run(file: string, options: RunOptions): Promise<void> {
  const { text, scenario, policies, catalogue } = await readInput(file, options);
  const forms = await reportForms(options);
  const seed = options.seed ?? scenario.seed;
  const outputs = Outputs.open();
  // With --json the document on stdout is the report, unless a folder is asked for.
  const out = options.out ?? (options.json ? null : join("reports", folderName(scenario.name)));
  const folder = out === null ? null : outputs.folder(out);
  const rows = options.tasks === undefined ? null : new TaskRowWriter(outputs.file(options.tasks));
  const trace =
    options.timeline === undefined
      ? null
      : new TraceEventWriter(outputs.file(options.timeline), scenario.cluster.machines);
  const writers = [rows, trace].filter((writer) => writer !== null);
  const observers: ((scheduler: Scheduler, policy: string) => Observer)[] = [];
  const watchers: TaskRows[] = [];
  if (rows !== null)
    observers.push((scheduler, policy) => {
      const watcher = new TaskRows(scheduler, rows, policy);
      watchers.push(watcher);
      return watcher;
    });
  // Machines of two policies would overlap in one timeline: it shows the first policy.
  if (trace !== null)
    observers.push(
      (scheduler, policy) => new TimelineEvents(scheduler, policy === policies[0]!.name ? trace : null),
    );

  const bar = new ProgressBar(!options.quiet && !options.json);
  try {
    const replicas = await runExperiment({
      scenario,
      policies,
      catalogue,
      seed,
      replications: options.replications,
      threads: options.threads ?? availableParallelism(),
      check: options.check ?? false,
      observers,
      marks: folder !== null,
      onProgress: ({ done, events }) => bar.update(done, events, "events"),
      ...(writers.length > 0 && {
        pause: async () => {
          for (const writer of writers) if (writer.needsDrain) await writer.drained();
        },
      }),
    });
    const runs = policies.map(({ name }, i) => combine(name, seed, replicas[i]!));
    const warnings = warningsOf(
      scenario,
      policies.map(({ name }, i) => ({ policy: name, replicas: replicas[i]! })),
    );
    for (const watcher of watchers) watcher.leftOver();
    for (const { at, until, kind, target } of runs[0]!.timeline.faults) {
      trace?.fault(at * SECOND, kind, target, "begins");
      if (until !== null) trace?.fault(until * SECOND, kind, target, "ends");
    }
    for (const writer of writers) await writer.end();
    const document: ResultDocument = {
      version: 1,
      scenario: scenario.name,
      description: scenario.description,
      tool: VERSION,
      world: "virtual",
      runs,
      ...(warnings.length > 0 && { warnings }),
    };
    if (folder !== null) {
      const gantts = smallRuns(scenario, policies, catalogue, runs);
      await writeReport(folder, document, { ...forms, gantts });
      const { set = [], replications } = options;
      const recorded = { tool: VERSION, scenario: text, set, seed, replications, policies };
      folder.write("run.json", renderRunFile(recorded, folder.path));
      folder.write("digests.json", renderMarks(policies, replicas));
    }
    bar.clear();
    outputs.commit();
    show(document, out, options);
  } finally {
    bar.clear();
    outputs.discard();
  }
}
