/**
 * The runs of a sweep as lines of text: a head that says which experiment they belong to, then one run a line, in any
 * order. Such a file only grows, so that whatever ends a sweep, what it has done remains; a line that was torn counts
 * as not there, and its run is made again.
 */
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, writeSync } from "node:fs";
import { z } from "zod";
import type { ReplicaResult } from "../replica.ts";
import type { SweepPlan } from "./sweep.ts";

/** One replication of one policy at one point. */
export interface RunRecord {
  readonly point: number;
  readonly policy: number;
  readonly replication: number;
  readonly digest: string;
  readonly drawn: string;
  readonly events: number;
  readonly metrics: ReplicaResult["metrics"];
}

export interface RunsHead {
  readonly kind: "schedlab-sweep-runs";
  readonly version: 1;
  readonly tool: string;
  readonly fingerprint: string;
  /** From 1; null for a file that may hold any run. */
  readonly shard: { readonly index: number; readonly count: number } | null;
  readonly plan: SweepPlan;
  /** The figures to show: no part of the experiment, and kept for whoever joins shards. */
  readonly metrics: readonly string[];
}

export interface RunFile {
  readonly head: RunsHead;
  readonly records: readonly RunRecord[];
}

/** Counts runs in the order of the design: points, within them policies, within them replications. */
export function runNumber({ point, policy, replication }: RunKey, plan: SweepPlan): number {
  return (point * plan.policies.length + policy) * plan.replications + replication;
}

type RunKey = Pick<RunRecord, "point" | "policy" | "replication">;

export function runKey(run: number, plan: SweepPlan): RunKey {
  const { replications, policies } = plan;
  const pair = Math.floor(run / replications);
  return {
    point: Math.floor(pair / policies.length),
    policy: pair % policies.length,
    replication: run % replications,
  };
}

export function toRecord(key: RunKey, { digest, drawn, events, metrics }: ReplicaResult): RunRecord {
  return { ...key, digest, drawn, events, metrics };
}

/** Null where it is not such a file; one with nothing but a torn head is as good as none. */
export function readRuns(path: string): RunFile | null {
  const [first, ...lines] = readFileSync(path, "utf8").split("\n");
  const head = headOf(first!);
  return head === null ? null : { head, records: lines.flatMap((line) => parseRecord(line) ?? []) };
}

/** Also of a file that is large: reads no more than its first line. */
export function headOf(line: string): RunsHead | null {
  const parsed = head.safeParse(parseJson(line));
  return parsed.success ? (parsed.data as unknown as RunsHead) : null;
}

export function parseRecord(line: string): RunRecord | null {
  const parsed = record.safeParse(parseJson(line));
  // JSON has no NaN, which stands for what was not measured.
  return parsed.success ? { ...parsed.data, metrics: unmeasured(parsed.data.metrics) } : null;
}

/** Appends to the file; begins it where it is not there. */
export class RunWriter {
  readonly #fd: number;

  constructor(path: string, head: RunsHead) {
    const isNew = !existsSync(path);
    this.#fd = openSync(path, "a+");
    const { size } = fstatSync(this.#fd);
    if (isNew || size === 0) this.#line(JSON.stringify(head));
    // Whoever wrote last may have been killed within a line: it ends here, and is skipped when it is read.
    else if (lastByte(this.#fd, size) !== NEWLINE) writeSync(this.#fd, "\n");
  }

  write(record: RunRecord): void {
    this.#line(JSON.stringify(record));
  }

  close(): void {
    closeSync(this.#fd);
  }

  /** In one call, so that lines of two processes do not mix. */
  #line(text: string): void {
    const bytes = Buffer.from(`${text}\n`);
    let written = 0;
    while (written < bytes.length) written += writeSync(this.#fd, bytes, written);
  }
}

const NEWLINE = 10;

const head = z.looseObject({
  kind: z.literal("schedlab-sweep-runs"),
  version: z.literal(1),
  tool: z.string(),
  fingerprint: z.string(),
  shard: z.object({ index: z.number(), count: z.number() }).nullable(),
  plan: z.looseObject({
    scenario: z.string(),
    axes: z.array(z.looseObject({ path: z.string() })),
    policies: z.array(z.string()),
    replications: z.number(),
  }),
  metrics: z.array(z.string()),
});

const count = z.int().min(0);
const record = z.object({
  point: count,
  policy: count,
  replication: count,
  digest: z.string(),
  drawn: z.string(),
  events: count,
  metrics: z.record(z.string(), z.record(z.string(), z.number().nullable())),
});

function unmeasured(
  metrics: Readonly<Record<string, Readonly<Record<string, number | null>>>>,
): RunRecord["metrics"] {
  const groups = Object.entries(metrics).map(([group, values]) => {
    const entries = Object.entries(values).map(([name, value]) => [name, value ?? Number.NaN]);
    return [group, Object.fromEntries(entries)];
  });
  return Object.fromEntries(groups) as RunRecord["metrics"];
}

function lastByte(fd: number, size: number): number {
  const byte = Buffer.alloc(1);
  readSync(fd, byte, 0, 1, size - 1);
  return byte[0]!;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
