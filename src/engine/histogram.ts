/**
 * A distribution in a few kilobytes, however many values it is told: each power of two is cut into 64 buckets of
 * equal width, indexed straight from the bits of the double. A bucket's midpoint is within 1/128 (0.8%) of every
 * value in it, so quantiles have less than 1% of relative error; zeros, count, sum, min and max are exact.
 */
import { assert } from "./assert.ts";
import { fromHighWord, highWord } from "./double-bits.ts";

/** `count` values that are at most `atMost` and above the `atMost` of the cell before. */
export interface Cell {
  readonly atMost: number;
  readonly count: number;
}

/** A histogram as plain data that can be sent between threads. */
export interface HistogramData {
  readonly count: number;
  readonly zeros: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  /** The counts of one power of two, in ascending order of `exponent` (as the double's bits have it, from 0 on). */
  readonly rows: readonly { readonly exponent: number; readonly counts: Float64Array }[];
}

export class Histogram {
  #count = 0;
  #zeros = 0;
  #sum = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = 0;
  /** By exponent; made when the first value of that power of two comes. */
  readonly #rows: (Float64Array | null)[] = new Array(EXPONENTS).fill(null);

  /** Allocates only for the first value of a power of two. */
  record(value: number): void {
    assert(value >= 0 && value < Number.POSITIVE_INFINITY, "a histogram takes finite numbers from 0 on");
    this.#count += 1;
    this.#sum += value;
    if (value > this.#max) this.#max = value;
    if (value < this.#min) this.#min = value;
    if (value === 0) {
      this.#zeros += 1;
      return;
    }
    const high = highWord(value);
    const row = this.#rows[high >>> 20] ?? this.#addRow(high >>> 20);
    row[(high >>> 14) & 63]!++;
  }

  get count(): number {
    return this.#count;
  }

  get zeros(): number {
    return this.#zeros;
  }

  get sum(): number {
    return this.#sum;
  }

  /** NaN when empty, as are min, max and the quantiles. */
  get mean(): number {
    return this.#sum / this.#count;
  }

  get min(): number {
    return this.#count > 0 ? this.#min : Number.NaN;
  }

  get max(): number {
    return this.#count > 0 ? this.#max : Number.NaN;
  }

  /** The value that a share p of all values does not exceed (nearest rank); exact for the first and the last. */
  quantile(p: number): number {
    assert(p >= 0 && p <= 1, "a quantile is asked for a share from 0 to 1");
    const rank = Math.max(1, Math.ceil(p * this.#count));
    if (this.#count === 0) return Number.NaN;
    if (rank === 1) return this.#min;
    if (rank >= this.#count) return this.#max;
    let seen = this.#zeros;
    if (rank <= seen) return 0;
    for (let exponent = 0; exponent < EXPONENTS; exponent++) {
      const row = this.#rows[exponent];
      if (!row) continue;
      for (let i = 0; i < BUCKETS; i++) {
        seen += row[i]!;
        if (seen < rank) continue;
        const middle = (lowerEnd(exponent, i) + lowerEnd(exponent, i + 1)) / 2;
        return Math.min(this.#max, Math.max(this.#min, middle));
      }
    }
    throw new RangeError("unreachable: the buckets hold fewer values than were counted");
  }

  merge(other: Histogram): void {
    this.#add(other.#count, other.#zeros, other.#sum, other.#min, other.#max);
    for (let exponent = 0; exponent < EXPONENTS; exponent++) {
      const row = other.#rows[exponent];
      if (row) this.#addCounts(exponent, row);
    }
  }

  /** The buckets in use, ascending. */
  cells(): Cell[] {
    const cells: Cell[] = [];
    if (this.#zeros > 0) cells.push({ atMost: 0, count: this.#zeros });
    for (let exponent = 0; exponent < EXPONENTS; exponent++) {
      const row = this.#rows[exponent];
      if (!row) continue;
      for (let i = 0; i < BUCKETS; i++) {
        if (row[i]! > 0)
          cells.push({ atMost: Math.min(this.#max, lowerEnd(exponent, i + 1)), count: row[i]! });
      }
    }
    return cells;
  }

  toData(): HistogramData {
    const rows: { exponent: number; counts: Float64Array }[] = [];
    this.#rows.forEach((row, exponent) => {
      if (row) rows.push({ exponent, counts: row.slice() });
    });
    return { count: this.#count, zeros: this.#zeros, sum: this.#sum, min: this.#min, max: this.#max, rows };
  }

  static fromData(data: HistogramData): Histogram {
    const histogram = new Histogram();
    histogram.#add(data.count, data.zeros, data.sum, data.min, data.max);
    for (const { exponent, counts } of data.rows) histogram.#addCounts(exponent, counts);
    return histogram;
  }

  #add(count: number, zeros: number, sum: number, min: number, max: number): void {
    this.#count += count;
    this.#zeros += zeros;
    this.#sum += sum;
    this.#min = Math.min(this.#min, min);
    this.#max = Math.max(this.#max, max);
  }

  #addCounts(exponent: number, counts: Float64Array): void {
    const row = this.#rows[exponent] ?? this.#addRow(exponent);
    for (let i = 0; i < BUCKETS; i++) row[i] = row[i]! + counts[i]!;
  }

  #addRow(exponent: number): Float64Array {
    const row = new Float64Array(BUCKETS);
    this.#rows[exponent] = row;
    return row;
  }
}

const BUCKETS = 64;
const EXPONENTS = 2047;

/** Where a bucket begins; the 64th of a row is the start of the next row. */
function lowerEnd(exponent: number, bucket: number): number {
  return fromHighWord((exponent << 20) + (bucket << 14));
}
