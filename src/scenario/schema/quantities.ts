/**
 * Amounts with units as fields of the file format: text or a number in, ticks, bytes or shares out. In the JSON
 * Schema each carries its pattern and examples, so that editors complete and check them too.
 */
import { z } from "zod";
import {
  DURATION,
  NETWORK,
  RATE,
  type Reading,
  readDuration,
  readNetwork,
  readRate,
  readShare,
  readSignedDuration,
  readSize,
  SHARE,
  SIGNED_DURATION,
  SIZE,
} from "../units.ts";

const POSITIVE = "expected a number more than 0";
const NOT_NEGATIVE = "expected a number, 0 or more";
const DIGITS = "\\s*(\\d+\\.?\\d*|\\.\\d+)\\s*";
const BYTES = "(B|kB|MB|GB|TB|PB|KiB|MiB|GiB|TiB|PiB)";

export const duration = quantity("Duration", DURATION, readDuration, {
  pattern: `^${DIGITS}(us|ms|s|m|h|d)\\s*$`,
  examples: ["250ms", "5s", "10m", "2h", "1d"],
});

export const positiveDuration = quantity("PositiveDuration", DURATION, positive(readDuration), {
  pattern: `^${DIGITS}(us|ms|s|m|h|d)\\s*$`,
  examples: ["250ms", "5s", "10m", "2h", "1d"],
});

/** Of something that may move backwards, such as a clock. */
export const signedDuration = quantity("SignedDuration", SIGNED_DURATION, readSignedDuration, {
  pattern: `^\\s*-?${DIGITS}(us|ms|s|m|h|d)\\s*$`,
  examples: ["5s", "-5s"],
  minimum: -Number.MAX_SAFE_INTEGER,
});

export const size = quantity("Size", SIZE, readSize, {
  pattern: `^${DIGITS}${BYTES}\\s*$`,
  examples: ["512MiB", "2GiB", "1TB"],
});

/** As the mean ticks from one arrival to the next: Infinity for a rate of 0. */
export const rate = quantity("Rate", RATE, readRate, {
  pattern: `^${DIGITS}/\\s*(us|ms|s|m|h|d)\\s*$`,
  examples: ["90/s", "5/m", "1000/h"],
});

export const positiveRate = quantity("PositiveRate", RATE, positive(readRate), {
  pattern: `^${DIGITS}/\\s*(us|ms|s|m|h|d)\\s*$`,
  examples: ["90/s", "5/m", "1000/h"],
});

export const share = quantity("Share", SHARE, readShare, {
  pattern: `^${DIGITS}%\\s*$`,
  examples: ["80%", "2.5%"],
  maximum: 1,
});

export const positiveShare = quantity("PositiveShare", SHARE, positive(readShare), {
  pattern: `^${DIGITS}%\\s*$`,
  examples: ["80%", "2.5%"],
  maximum: 1,
});

export const network = quantity("Network", NETWORK, readNetwork, {
  pattern: `^${DIGITS}((bit|kbit|Mbit|Gbit|Tbit)|${BYTES})/\\s*s\\s*$`,
  examples: ["1Gbit/s", "100MB/s"],
});

/** A count of things: 1, 2, 3, … */
export function wholeNumber(least: number, most: number) {
  const allowed = `expected a whole number from ${least} to ${most.toLocaleString("en")}`;
  return z
    .number({ error: allowed })
    .refine((n) => Number.isInteger(n) && n >= least && n <= most, { error: allowed, abort: true })
    .meta({ type: "integer", minimum: least, maximum: most });
}

/** More entries than this of one kind would not fit in memory. */
export const count = wholeNumber(1, 1_000_000);

/** A number that must be more than 0, such as the shape of a distribution. */
export const positiveNumber = z.number({ error: POSITIVE }).positive(POSITIVE);

/** 0 or more, where fractions make sense. */
export const plainNumber = z.number({ error: NOT_NEGATIVE }).min(0, NOT_NEGATIVE);

/** Neither 0 nor, for a rate, the endless gap that a rate of 0 stands for. */
function positive(read: (written: unknown) => Reading): (written: unknown) => Reading {
  return (written) => {
    const reading = read(written);
    if (!reading.ok || (reading.value > 0 && Number.isFinite(reading.value))) return reading;
    return { ok: false, message: "must be more than 0" };
  };
}

function quantity(
  id: string,
  allowed: string,
  read: (written: unknown) => Reading,
  hints: {
    readonly pattern: string;
    readonly examples: readonly string[];
    readonly minimum?: number;
    readonly maximum?: number;
  },
) {
  const { pattern, examples, ...numbers } = hints;
  const text = z.string().meta({ pattern, examples: [...examples] });
  const number = z.number().meta({ minimum: 0, ...numbers });
  return z
    .union([text, number], { error: `expected ${allowed}` })
    .transform((written, context) => {
      const reading = read(written);
      if (reading.ok) return reading.value;
      const { message, suggestion } = reading;
      context.issues.push({ code: "custom", input: written, message, params: { suggestion } });
      return z.NEVER;
    })
    .meta({ id, description: allowed.charAt(0).toUpperCase() + allowed.slice(1) });
}
