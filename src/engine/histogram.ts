/**
 * A distribution in a few kilobytes, however many values it is told: each power of two is cut into 64 buckets of
 * equal width, indexed straight from the bits of the double. A bucket's midpoint is within 1/128 (0.8%) of every
 * value in it, so quantiles have less than 1% of relative error; zeros, count, sum, min and max are exact.
 */
import { assert } from "./assert.ts";
import { fromHighWord, highWord } from "./double-bits.ts";

/** `count` values up to `atMost`, beyond those of the cells before; one exactly at a bucket's end is in the next. */
export interface Cell {
  readonly atMost: number;
  readonly count: number;
}

/** A histogram as plain data that can be sent between threads. */
export interface HistogramData {
  readonly count: number;
  readonly zeros: number;
  readonly sum: number;
  /** Squared distances from the mean, added up. */
  readonly squares: number;
  readonly min: number;
  readonly max: number;
  /** Number of the bucket that counts[0] belongs to. */
  readonly first: number;
  readonly counts: Float64Array;
}

export class Histogram {
  #count = 0;
  #zeros = 0;
  #sum = 0;
  #mean = 0;
  /** Squared distances from the mean, added up. */
  #squares = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = 0;
  /** Whole powers of two, from the least to the greatest seen: this array starts with bucket #first. */
  #counts = new Float64Array(0);
  #first = 0;

  /** Allocates only when a value is beyond the powers of two seen so far. */
  record(value: number): void {
    assert(value >= 0 && value < Number.POSITIVE_INFINITY, "a histogram takes finite numbers from 0 on");
    this.#count += 1;
    // Welford's update: the sum of squares would lose all its digits where values are large and alike.
    const fromMean = value - this.#mean;
    this.#mean += fromMean / this.#count;
    this.#squares += fromMean * (value - this.#mean);
    this.#sum += value;
    if (value > this.#max) this.#max = value;
    if (value < this.#min) this.#min = value;
    if (value === 0) {
      this.#zeros += 1;
      return;
    }
    const bucket = highWord(value) >>> FRACTION_BITS_BELOW;
    let index = bucket - this.#first;
    if (index < 0 || index >= this.#counts.length) {
      this.#cover(bucket);
      index = bucket - this.#first;
    }
    this.#counts[index]!++;
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

  /** Of the values themselves, not of a sample's estimate: divided by their number. */
  get variance(): number {
    return this.#squares / this.#count;
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
    if (this.#count === 0) return Number.NaN;
    const rank = Math.max(1, Math.ceil(p * this.#count));
    if (rank === 1) return this.#min;
    if (rank >= this.#count) return this.#max;
    if (rank <= this.#zeros) return 0;
    let seen = this.#zeros;
    let index = -1;
    while (seen < rank) {
      index += 1;
      seen += this.#counts[index]!;
    }
    const bucket = this.#first + index;
    const middle = (lowerEnd(bucket) + lowerEnd(bucket + 1)) / 2;
    return Math.min(this.#max, Math.max(this.#min, middle));
  }

  merge(other: Histogram): void {
    this.#add(other.toData());
  }

  /** The buckets in use, ascending. */
  cells(): Cell[] {
    const cells: Cell[] = [];
    if (this.#zeros > 0) cells.push({ atMost: 0, count: this.#zeros });
    this.#counts.forEach((count, i) => {
      if (count === 0) return;
      const atMost = Math.min(this.#max, lowerEnd(this.#first + i + 1));
      // The greatest value may be exactly the end of the bucket before its own; then the two are one cell.
      const before = cells.at(-1);
      if (before?.atMost === atMost) cells[cells.length - 1] = { atMost, count: before.count + count };
      else cells.push({ atMost, count });
    });
    return cells;
  }

  toData(): HistogramData {
    return {
      count: this.#count,
      zeros: this.#zeros,
      sum: this.#sum,
      squares: this.#squares,
      min: this.#min,
      max: this.#max,
      first: this.#first,
      counts: this.#counts.slice(),
    };
  }

  static fromData(data: HistogramData): Histogram {
    const histogram = new Histogram();
    histogram.#add(data);
    return histogram;
  }

  #add(data: HistogramData): void {
    if (data.count === 0) return;
    const count = this.#count + data.count;
    const apart = data.sum / data.count - this.#mean;
    this.#squares += data.squares + (apart * apart * this.#count * data.count) / count;
    this.#mean += (apart * data.count) / count;
    this.#count = count;
    this.#zeros += data.zeros;
    this.#sum += data.sum;
    this.#min = Math.min(this.#min, data.min);
    this.#max = Math.max(this.#max, data.max);
    if (data.counts.length === 0) return;
    this.#cover(data.first);
    this.#cover(data.first + data.counts.length - 1);
    const offset = data.first - this.#first;
    data.counts.forEach((count, i) => {
      this.#counts[offset + i]! += count;
    });
  }

  /** Makes room for a bucket, and for all of its power of two. */
  #cover(bucket: number): void {
    const rowStart = bucket - (bucket % BUCKETS);
    const empty = this.#counts.length === 0;
    const first = empty ? rowStart : Math.min(this.#first, rowStart);
    const end = empty ? rowStart + BUCKETS : Math.max(this.#first + this.#counts.length, rowStart + BUCKETS);
    if (!empty && end - first === this.#counts.length) return;
    const counts = new Float64Array(end - first);
    if (!empty) counts.set(this.#counts, this.#first - first);
    this.#counts = counts;
    this.#first = first;
  }
}

/** In each power of two. */
const BUCKETS = 64;
/** A bucket's number is the double's exponent and the upper 6 bits of its fraction; this many bits of the high word are left. */
const FRACTION_BITS_BELOW = 14;

function lowerEnd(bucket: number): number {
  return fromHighWord(bucket << FRACTION_BITS_BELOW);
}
