/**
 * Amounts as people write them ("250ms", "2GiB", "90/s", "80%") turned into the numbers the simulator counts in.
 * A reading either succeeds or says in a sentence what is allowed, so that every caller reports alike.
 */
import { DAY, HOUR, MILLISECOND, MINUTE, SECOND, type Tick } from "../engine/time.ts";

export type Reading =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly message: string; readonly suggestion?: string };

export const DURATION = 'a duration such as "15us", "250ms", "5s", "10m", "2h", "1d", or a number of seconds';
export const SIGNED_DURATION = `${DURATION}; with a minus sign, such as "-5s", backwards`;
export const SIZE = 'a size such as "512MiB", "2GiB", "1GB", "10TB", or a number of bytes';
export const RATE = 'a rate such as "90/s", "5/m", "1000/h", "2/d", or a number per second';
export const SHARE = 'a share such as "80%", or a number from 0 to 1';
export const NETWORK =
  'a network speed such as "1Gbit/s", "100MB/s", "10MiB/s", or a number of bytes per second';

/** To whole ticks. What is longer than 0 must be at least one tick: a rounded-off duration would be a silent 0. */
export function readDuration(value: unknown): Reading {
  const read = readAmount(value, DURATION, TIME_UNITS, SECOND);
  if (!read.ok) return read;
  const ticks = Math.round(read.value);
  if (ticks === 0 && read.value > 0) return refuse(`shorter than a microsecond; expected ${DURATION}`);
  if (!Number.isSafeInteger(ticks)) return refuse(`longer than 285 years; expected ${DURATION}`);
  return { ok: true, value: ticks };
}

/** Like a duration, and backwards with a minus sign. */
export function readSignedDuration(value: unknown): Reading {
  const forwards = withoutMinus(value);
  if (forwards === null) return readDuration(value);
  const read = readDuration(forwards);
  if (read.ok) return { ok: true, value: 0 - read.value };
  return refuse(read.message, read.suggestion?.replace('"', '"-'));
}

/** To whole bytes. */
export function readSize(value: unknown): Reading {
  return whole(readAmount(value, SIZE, SIZE_UNITS, 1), SIZE);
}

/** To the mean number of ticks from one to the next, not rounded; Infinity for a rate of 0. */
export function readRate(value: unknown): Reading {
  const read = readAmount(value, RATE, RATE_UNITS, SECOND, (count, ticks) => ticks / count);
  if (read.ok && read.value < SHORTEST_GAP) return refuse(`more than a billion a second; expected ${RATE}`);
  return read;
}

/** To a number from 0 to 1. */
export function readShare(value: unknown): Reading {
  // Dividing gives the double nearest to the share meant, where multiplying by 0.01 is off in the last bit.
  const read = readAmount(value, SHARE, { "%": 100 }, 1, (amount, unit) => amount / unit);
  return read.ok && read.value > 1 ? refuse(`more than the whole; expected ${SHARE}`) : read;
}

/** To whole bytes per second. */
export function readNetwork(value: unknown): Reading {
  return whole(readAmount(value, NETWORK, NETWORK_UNITS, 1), NETWORK);
}

/** What stands behind the minus sign; null where there is none. */
function withoutMinus(value: unknown): unknown {
  if (typeof value === "number") return value < 0 ? -value : null;
  const minus = typeof value === "string" ? /^\s*-(.*)$/.exec(value) : null;
  return minus === null ? null : minus[1];
}

/** In ticks. Below this a run would hardly get past its first instant. */
const SHORTEST_GAP = 1e-3;

const TIME_UNITS: Units = { us: 1, ms: MILLISECOND, s: SECOND, m: MINUTE, h: HOUR, d: DAY };

const SIZE_UNITS: Units = {
  B: 1,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  PB: 1e15,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
  PiB: 2 ** 50,
};

const RATE_UNITS: Units = Object.fromEntries(
  Object.entries(TIME_UNITS).map(([unit, ticks]: [string, Tick]) => [`/${unit}`, ticks]),
);

const NETWORK_UNITS: Units = {
  ...Object.fromEntries(Object.entries(SIZE_UNITS).map(([unit, bytes]) => [`${unit}/s`, bytes])),
  "bit/s": 1 / 8,
  "kbit/s": 1e3 / 8,
  "Mbit/s": 1e6 / 8,
  "Gbit/s": 1e9 / 8,
  "Tbit/s": 1e12 / 8,
};

/** What people write instead, and the unit they mean. */
const SPELLINGS: Readonly<Record<string, string>> = {
  µs: "us",
  usec: "us",
  msec: "ms",
  sec: "s",
  secs: "s",
  second: "s",
  seconds: "s",
  min: "m",
  mins: "m",
  minute: "m",
  minutes: "m",
  hr: "h",
  hour: "h",
  hours: "h",
  day: "d",
  days: "d",
  K: "kB",
  M: "MB",
  G: "GB",
  T: "TB",
  Ki: "KiB",
  Mi: "MiB",
  Gi: "GiB",
  Ti: "TiB",
  "/sec": "/s",
  "/second": "/s",
  "/min": "/m",
  "/minute": "/m",
  "/hour": "/h",
  "/day": "/d",
  Mbps: "Mbit/s",
  Gbps: "Gbit/s",
};

type Units = Readonly<Record<string, number>>;

/** A number, or digits and a unit; `combine` makes the amount of what was written and what its unit counts. */
function readAmount(
  value: unknown,
  allowed: string,
  units: Units,
  unitOfNumber: number,
  combine: (written: number, unit: number) => number = (written, unit) => written * unit,
): Reading {
  if (typeof value === "number") {
    if (!Number.isFinite(value)) return refuse(`not a finite number; expected ${allowed}`);
    if (value < 0) return refuse(`negative; expected ${allowed}`);
    return { ok: true, value: combine(value, unitOfNumber) };
  }
  if (typeof value !== "string") return refuse(`expected ${allowed}`);
  const parts = /^([+-]?)(\d+\.?\d*|\.\d+)\s*(.*)$/.exec(value.trim());
  if (parts === null) return refuse(`expected ${allowed}`);
  const [, sign = "", digits = "", tail = ""] = parts;
  const unit = tail.replaceAll(" ", "");
  if (sign === "-") return refuse(`negative; expected ${allowed}`);
  const scale = Object.hasOwn(units, unit) ? units[unit] : undefined;
  if (scale !== undefined) return { ok: true, value: combine(Number(digits), scale) };
  const reason = unit === "" ? "a number in quotes needs a unit" : `no such unit as "${unit}"`;
  const meant = unitMeant(unit, units);
  return refuse(`${reason}; expected ${allowed}`, meant === null ? undefined : `"${digits}${meant}"`);
}

function unitMeant(unit: string, units: Units): string | null {
  const spelled = Object.hasOwn(SPELLINGS, unit) ? SPELLINGS[unit] : undefined;
  if (spelled !== undefined && Object.hasOwn(units, spelled)) return spelled;
  return Object.keys(units).find((known) => known.toLowerCase() === unit.toLowerCase()) ?? null;
}

function whole(read: Reading, allowed: string): Reading {
  if (!read.ok) return read;
  const value = Math.round(read.value);
  return Number.isSafeInteger(value) ? { ok: true, value } : refuse(`too large; expected ${allowed}`);
}

function refuse(message: string, suggestion?: string): Reading {
  return suggestion === undefined ? { ok: false, message } : { ok: false, message, suggestion };
}
