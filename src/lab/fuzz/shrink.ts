/**
 * Makes a failing scenario smaller while it still fails in the same way: whatever can be left out is left out, lists
 * are thinned, numbers and distributions made simple. It knows nothing of the format; what is no scenario any more is
 * not tried.
 */
import type { Json } from "./dice.ts";

type Path = readonly (string | number)[];

/** The smallest scenario found that still `fails`, after at most so many milliseconds. */
export function shrink(json: Json, fails: (json: Json) => boolean, within = 20_000): Json {
  let best = json;
  const until = performance.now() + within;
  const attempt = (candidate: Json): boolean => {
    if (performance.now() > until || !fails(candidate)) return false;
    best = candidate;
    return true;
  };
  for (let size = Number.POSITIVE_INFINITY; performance.now() < until && weightOf(best) < size; ) {
    size = weightOf(best);
    for (const thin of [withoutHalves, withoutParts, withSimpler]) pass(() => best, thin, attempt);
  }
  return best;
}

/** Tries what `make` offers for the best so far; after a success it goes on at the same place in the new one. */
function pass(best: () => Json, make: (json: Json) => Json[], attempt: (json: Json) => boolean): void {
  let index = 0;
  for (let offered = make(best()); index < offered.length; ) {
    if (attempt(offered[index]!)) offered = make(best());
    else index++;
  }
}

/** Large lists lose a half at a time. */
function withoutHalves(json: Json): Json[] {
  return places(json).flatMap((path) => {
    const value = at(json, path);
    if (!Array.isArray(value) || value.length < 4) return [];
    const middle = value.length >> 1;
    return [changed(json, path, value.slice(0, middle)), changed(json, path, value.slice(middle))];
  });
}

/** Every key and every element left out, the outermost first. */
function withoutParts(json: Json): Json[] {
  return places(json)
    .filter((path) => path.length > 0 && path[0] !== "name" && path[0] !== "seed")
    .map((path) => changed(json, path, undefined));
}

/** Every value in simpler words. */
function withSimpler(json: Json): Json[] {
  return places(json).flatMap((path) => simpler(at(json, path)).map((value) => changed(json, path, value)));
}

function simpler(value: unknown): unknown[] {
  if (typeof value === "number")
    return [1, Math.round(value), Math.round(value / 2)].filter((n) => n < value);
  if (typeof value === "string") return roundTimes(value);
  if (value === null || typeof value !== "object" || Array.isArray(value)) return [];
  const { mean, min, values } = value as Json;
  return [mean, min, Array.isArray(values) ? values[0] : undefined].filter((v) => v !== undefined);
}

/** A time as whole seconds, or half as long. */
function roundTimes(text: string): string[] {
  const [, sign = "", digits] = /^(-?)(\d+)ms$/.exec(text) ?? [];
  if (digits !== undefined) {
    const whole = Math.round(Number(digits) / 1000);
    return whole > 0 ? [`${sign}${whole}s`] : [];
  }
  const [, half] = /^(\d+)s$/.exec(text) ?? [];
  return half !== undefined && Number(half) > 1 ? [`${Math.round(Number(half) / 2)}s`] : [];
}

/** Every place in a document, outer ones before those within them. */
function places(value: unknown, path: Path = []): Path[] {
  if (value === null || typeof value !== "object") return [path];
  const keys: (string | number)[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [path, ...keys.flatMap((key) => places((value as Json)[key], [...path, key]))];
}

function at(value: unknown, path: Path): unknown {
  return path.reduce((inner, key) => (inner as Json)[key], value);
}

/** A copy with another value there; undefined leaves the place out. */
function changed(json: Json, path: Path, value: unknown): Json {
  const copy = structuredClone(json);
  if (path.length === 0) return value as Json;
  const parent = at(copy, path.slice(0, -1));
  const key = path[path.length - 1]!;
  if (value !== undefined) (parent as Json)[key] = value;
  else if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete (parent as Json)[key];
  return copy;
}

function weightOf(json: Json): number {
  return JSON.stringify(json).length;
}
