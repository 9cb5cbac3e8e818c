/** Do samples follow a distribution? Statistics whose limits are passed by chance once in a thousand times. */

/** Kolmogorov and Smirnov: the largest distance between the samples' share and the distribution function, scaled. */
export function ksDistance(samples: readonly number[], cdf: (x: number) => number): number {
  const sorted = Float64Array.from(samples).sort();
  const n = sorted.length;
  let distance = 0;
  sorted.forEach((x, i) => {
    const expected = cdf(x);
    distance = Math.max(distance, (i + 1) / n - expected, expected - i / n);
  });
  return distance * Math.sqrt(n);
}

/** A right distribution exceeds this with probability 0.001. */
export const KS_LIMIT = 1.95;

/** How far counts are from what was expected, in standard deviations of the chi-square distribution. */
export function chiSquareExcess(observed: readonly number[], expected: readonly number[]): number {
  let chiSquare = 0;
  observed.forEach((count, i) => {
    chiSquare += (count - expected[i]!) ** 2 / expected[i]!;
  });
  const degreesOfFreedom = observed.length - 1;
  return (chiSquare - degreesOfFreedom) / Math.sqrt(2 * degreesOfFreedom);
}

/** Counts of numbers in [0, 1) in equal parts, as chiSquareExcess of a uniform distribution. */
export function uniformExcess(samples: readonly number[], parts: number): number {
  const observed: number[] = new Array(parts).fill(0);
  for (const x of samples) observed[Math.floor(x * parts)]!++;
  return chiSquareExcess(observed, new Array(parts).fill(samples.length / parts));
}

export function correlation(xs: readonly number[], ys: readonly number[]): number {
  const n = xs.length;
  const meanX = mean(xs);
  const meanY = mean(ys);
  let xy = 0;
  for (let i = 0; i < n; i++) xy += (xs[i]! - meanX) * (ys[i]! - meanY);
  return xy / n / Math.sqrt(variance(xs) * variance(ys));
}

export function mean(samples: readonly number[]): number {
  let sum = 0;
  for (const x of samples) sum += x;
  return sum / samples.length;
}

export function variance(samples: readonly number[]): number {
  const center = mean(samples);
  let sum = 0;
  for (const x of samples) sum += (x - center) ** 2;
  return sum / samples.length;
}

export function normalCdf(x: number): number {
  const half = gammaCdf(0.5, (x * x) / 2) / 2;
  return x < 0 ? 0.5 - half : 0.5 + half;
}

/** The gamma distribution function with scale 1, by its power series: fine for the moderate x of a test. */
export function gammaCdf(shape: number, x: number): number {
  if (x <= 0) return 0;
  if (x > shape + 60 + 12 * Math.sqrt(shape)) return 1;
  let term = 1 / shape;
  let sum = term;
  for (let n = 1; term > sum * 1e-16; n++) {
    term *= x / (shape + n);
    sum += term;
  }
  return Math.min(1, sum * Math.exp(shape * Math.log(x) - x - logGamma(shape)));
}

function logGamma(x: number): number {
  let shift = 0;
  while (x < 20) {
    shift += Math.log(x);
    x += 1;
  }
  const stirling = 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5) - 1 / (1680 * x ** 7);
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + stirling - shift;
}
