/**
 * `--tasks <file.csv>`: one row a task. Formatted by hand because there may be many millions of rows: one million
 * (112 MB) take 2.1 s this way and 7.3 s through fast-csv's formatter, to disk, on two shared cores.
 */
import type { Writable } from "node:stream";
import { csvText } from "./csv-cell.ts";
import { TextSink } from "./text-sink.ts";

/** Times in seconds since the run began; null where something never happened. */
export interface TaskRow {
  readonly id: number | string;
  readonly tenant: string;
  readonly class: string;
  readonly status: string;
  readonly submitted: number;
  readonly started: number | null;
  readonly ended: number | null;
  /** Submission to first start. */
  readonly wait: number | null;
  /** Submission to end. */
  readonly response: number | null;
  readonly attempts: number;
  readonly machine: string | null;
  readonly lane: string;
  readonly late: boolean;
  readonly policy: string;
  readonly replication: number;
  /** The submitter that admitted it, or took it over. */
  readonly node: string;
  /** Machines that died or fell silent under it. */
  readonly losses: number;
  readonly failures: number;
  readonly pauses: number;
  /** What its owner was told at its end; null while it has none. */
  readonly notice: string | null;
}

export const TASK_COLUMNS = [
  "id",
  "tenant",
  "class",
  "status",
  "submitted",
  "started",
  "ended",
  "wait",
  "response",
  "attempts",
  "machine",
  "lane",
  "late",
  "policy",
  "replication",
  "node",
  "losses",
  "failures",
  "pauses",
  "notice",
] as const;

export class TaskRowWriter {
  readonly #sink: TextSink;
  /** Names repeat in every row; the quoting of each is worked out once. */
  readonly #texts = new Map<string, string>();

  constructor(stream: Writable) {
    this.#sink = new TextSink(stream);
    this.#sink.write(`${TASK_COLUMNS.join(",")}\n`);
  }

  /** Rows are piling up in memory: await drained() at the next chance. */
  get needsDrain(): boolean {
    return this.#sink.needsDrain;
  }

  write(row: TaskRow): void {
    const id = typeof row.id === "number" ? row.id : csvText(row.id);
    this.#sink.write(
      `${id},${this.#text(row.tenant)},${this.#text(row.class)},${this.#text(row.status)},` +
        `${number(row.submitted)},${number(row.started)},${number(row.ended)},` +
        `${number(row.wait)},${number(row.response)},${row.attempts},` +
        `${row.machine === null ? "" : this.#text(row.machine)},${this.#text(row.lane)},${row.late},` +
        `${this.#text(row.policy)},${row.replication},` +
        `${this.#text(row.node)},${row.losses},${row.failures},${row.pauses},` +
        `${row.notice === null ? "" : this.#text(row.notice)}\n`,
    );
  }

  drained(): Promise<void> {
    return this.#sink.drained();
  }

  end(): Promise<void> {
    return this.#sink.end();
  }

  #text(text: string): string {
    let cell = this.#texts.get(text);
    if (cell === undefined) {
      cell = csvText(text);
      this.#texts.set(text, cell);
    }
    return cell;
  }
}

function number(value: number | null): string {
  return value === null || !Number.isFinite(value) ? "" : String(value);
}
