/**
 * What coordinator and agents say to each other: one JSON object a line over a Unix socket in a private folder. An
 * attempt is named by task id and fencing token; a result is kept by the agent until the coordinator, having stored
 * it, acknowledges it.
 */
import { z } from "zod";

const attempt = { task: z.string().regex(/^[0-9a-v]{1,32}$/), token: z.int().positive() };

/** Work that is saved, in ticks at speed 1. */
const progress = z.int().nonnegative();

const result = z.strictObject({
  ...attempt,
  outcome: z.enum(["done", "failed", "stopped"]),
  reason: z.string().max(500).optional(),
  /** What it has saved, said once more: its own message may have been lost with a connection. */
  progress: progress.optional(),
});

const checkpoint = z.strictObject({
  /** What is saved already, and where the attempt ends, in ticks of work. */
  from: progress,
  end: progress,
  /** Work between two checkpoints; `anywhere`: it can also be saved between them. */
  every: z.number().positive(),
  anywhere: z.boolean(),
  /** Work done in a millisecond. */
  perMillisecond: z.number().positive(),
});

const toCoordinator = z.discriminatedUnion("type", [
  /** The first line of every connection. */
  z.strictObject({
    type: z.literal("hello"),
    agent: z.int().nonnegative(),
    /** Random for each process, so that a restart under the same name is recognised. */
    incarnation: z.uuid(),
    pid: z.int().positive(),
    held: z.array(z.strictObject({ ...attempt, progress: progress.optional() })),
    /** Not acknowledged yet. */
    results: z.array(result),
  }),
  z.strictObject({ type: z.literal("result"), result }),
  /** The attempt runs. Said only where the order asks for it. */
  z.strictObject({ type: z.literal("confirmed"), ...attempt }),
  /** So much is saved; null: what had been saved cannot be read, and the attempt begins anew. */
  z.strictObject({ type: z.literal("checkpoint"), ...attempt, progress: progress.nullable() }),
  z.strictObject({ type: z.literal("beat") }),
]);

const toAgent = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("start"),
    ...attempt,
    /** Null for the built-in work program. */
    script: z.string().nullable(),
    /** How long the built-in work takes from now, in wall-clock time, and whether it fails at its end. */
    milliseconds: z.number().nonnegative(),
    fails: z.boolean(),
    confirm: z.boolean(),
    /** Null where progress cannot be saved. */
    checkpoint: checkpoint.nullable(),
  }),
  z.strictObject({ type: z.literal("stop"), ...attempt }),
  /** The result is stored, or refused because it is not about the present attempt. Either way it is settled. */
  z.strictObject({ type: z.literal("ack"), ...attempt, accepted: z.boolean() }),
  /** End everything and leave: the run is over, or another incarnation has taken this one's place. */
  z.strictObject({ type: z.literal("leave") }),
]);

export type ToCoordinator = z.output<typeof toCoordinator>;
export type ToAgent = z.output<typeof toAgent>;
export type Hello = Extract<ToCoordinator, { type: "hello" }>;
/** What an agent says once it has greeted. */
export type Said = Exclude<ToCoordinator, { type: "hello" | "beat" }>;
export type StartOrder = Extract<ToAgent, { type: "start" }>;
export type CheckpointOrder = z.output<typeof checkpoint>;
export type Result = z.output<typeof result>;

export interface AttemptName {
  readonly task: string;
  readonly token: number;
}

export function attemptKey({ task, token }: AttemptName): string {
  return `${task}#${token}`;
}

export function encode(message: ToCoordinator | ToAgent): string {
  return `${JSON.stringify(message)}\n`;
}

/** Null for anything that is not such a message. */
export function decodeToCoordinator(line: string): ToCoordinator | null {
  return toCoordinator.safeParse(json(line)).data ?? null;
}

export function decodeToAgent(line: string): ToAgent | null {
  return toAgent.safeParse(json(line)).data ?? null;
}

function json(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
