/**
 * What a run's digest was on the way, so that a run that differs can be told from where on. The digest after every
 * n-th event, n doubling as the run goes on, so that a long run keeps no more of them than a short one.
 */
import type { Interval } from "../result.ts";

/** `hashes[i]` is the beginning of the digest after (i + 1) × `every` events. */
export interface DigestMarks {
  readonly every: number;
  readonly hashes: readonly string[];
}

/** A million events read the digest 3,300 times, which takes some milliseconds of a second. */
const MOST_MARKS = 512;
/** 32 bits find the place; whether runs are the same is for the whole digest to say. */
const HASH_LENGTH = 8;

export class MarkKeeper {
  #every = 1;
  #hashes: string[] = [];

  /** After so many events the next one is due. */
  get next(): number {
    return (this.#hashes.length + 1) * this.#every;
  }

  take(digest: string): void {
    this.#hashes.push(digest.slice(0, HASH_LENGTH));
    if (this.#hashes.length < MOST_MARKS) return;
    this.#every *= 2;
    this.#hashes = everySecond(this.#hashes);
  }

  get marks(): DigestMarks {
    return { every: this.#every, hashes: this.#hashes };
  }
}

/** `digests.json`: hashes with a space between them, because a list of them would have a line each. */
interface Written {
  readonly runs: readonly {
    readonly policy: string;
    readonly replications: readonly { readonly every: number; readonly hashes: string }[];
  }[];
}

/** `digests.json` of a report: policies and, for each, its replications with their marks. */
export function renderMarks(
  policies: readonly { readonly name: string }[],
  replicas: readonly (readonly { readonly marks?: DigestMarks }[])[],
): string {
  const runs: Written["runs"] = policies.map(({ name }, i) => ({
    policy: name,
    replications: replicas[i]!.flatMap(({ marks }) =>
      marks === undefined ? [] : [{ every: marks.every, hashes: marks.hashes.join(" ") }],
    ),
  }));
  return `${JSON.stringify({ version: 1, runs }, null, 2)}\n`;
}

/** The marks of a whole experiment, by policy and replication. */
export class MarkBook {
  readonly #policies = new Map<string, DigestMarks[]>();

  keep(policy: string, replication: number, marks: DigestMarks): void {
    const kept = this.#policies.get(policy) ?? [];
    kept[replication] = marks;
    this.#policies.set(policy, kept);
  }

  of(policy: string, replication: number): DigestMarks | null {
    return this.#policies.get(policy)?.[replication] ?? null;
  }

  /** Null when the text is not what renderMarks writes. */
  static parse(text: string): MarkBook | null {
    const book = new MarkBook();
    try {
      const { runs } = JSON.parse(text) as Written;
      for (const { policy, replications } of runs)
        for (const [replication, { every, hashes }] of replications.entries()) {
          if (!(Number.isSafeInteger(every) && every > 0)) return null;
          book.keep(policy, replication, { every, hashes: hashes === "" ? [] : hashes.split(" ") });
        }
    } catch {
      return null;
    }
    return book;
  }
}

/**
 * Where two runs part. Null when their marks are the same as far as both have them and neither has more: they part
 * after the last one, or not at all.
 */
export function firstDifference(recorded: DigestMarks, now: DigestMarks): Interval | null {
  const every = Math.max(recorded.every, now.every);
  const one = thinned(recorded, every);
  const other = thinned(now, every);
  const shared = Math.min(one.length, other.length);
  for (let i = 0; i < shared; i++) if (one[i] !== other[i]) return { from: i * every, to: (i + 1) * every };
  return one.length === other.length ? null : { from: shared * every, to: (shared + 1) * every };
}

/** The number of events up to which there are marks. */
export function lastMark({ every, hashes }: DigestMarks): number {
  return every * hashes.length;
}

function thinned({ every, hashes }: DigestMarks, wanted: number): string[] {
  let kept = [...hashes];
  for (let step = every; step < wanted; step *= 2) kept = everySecond(kept);
  return kept;
}

function everySecond(hashes: readonly string[]): string[] {
  return hashes.filter((_, i) => i % 2 === 1);
}
