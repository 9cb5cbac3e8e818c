/**
 * Confidence intervals from a handful of replications: Student's t distribution, which is wider than the normal one
 * because the spread is itself estimated from those few values.
 */
import type { Estimate } from "./result.ts";

/**
 * The mean of independent values, and the interval that covers the true mean with the given confidence; null ends
 * with fewer than two values, which say nothing about the spread.
 */
export function estimate(values: readonly number[], confidence = 0.95): Estimate {
  const n = values.length;
  let sum = 0;
  for (const value of values) sum += value;
  const mean = sum / n;
  if (n < 2) return { mean, low: null, high: null };
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  const halfWidth = studentQuantile((1 + confidence) / 2, n - 1) * Math.sqrt(squares / (n - 1) / n);
  return { mean, low: mean - halfWidth, high: mean + halfWidth };
}

/** The t that a variable with the given degrees of freedom stays below with probability p. */
export function studentQuantile(p: number, degreesOfFreedom: number): number {
  if (!(p > 0 && p < 1 && degreesOfFreedom > 0)) return Number.NaN;
  if (p < 0.5) return -studentQuantile(1 - p, degreesOfFreedom);
  let low = 0;
  let high = 1;
  while (studentCdf(high, degreesOfFreedom) < p) {
    low = high;
    high *= 2;
  }
  // Bisection down to neighbouring doubles: 60 steps at most, and nothing that could fail to converge.
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (studentCdf(middle, degreesOfFreedom) < p) low = middle;
    else high = middle;
  }
}

/** The chance that a variable with the given degrees of freedom is at least as far from 0 as t. */
export function studentTails(t: number, degreesOfFreedom: number): number {
  if (Number.isNaN(t) || !(degreesOfFreedom > 0)) return Number.NaN;
  return incompleteBeta(degreesOfFreedom / (degreesOfFreedom + t * t), degreesOfFreedom / 2, 0.5);
}

/** For t >= 0. */
function studentCdf(t: number, degreesOfFreedom: number): number {
  return 1 - studentTails(t, degreesOfFreedom) / 2;
}

/** The regularised incomplete beta function I(x; a, b). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The continued fraction converges fast only below the mean; symmetry brings the rest there.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x));
  return front / (a * betaFraction(x, a, b));
}

/** 1 + d1/(1 + d2/(1 + …)), evaluated from the far end; the terms soon stop mattering. */
function betaFraction(x: number, a: number, b: number): number {
  let fraction = 1;
  for (let m = FRACTION_TERMS; m >= 0; m--) {
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    const even = m === 0 ? 0 : (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    fraction = 1 + odd / fraction;
    if (m > 0) fraction = 1 + even / fraction;
  }
  return fraction;
}

/** Stirling's series, from 10 on; the recurrence brings smaller arguments there. */
function logGamma(x: number): number {
  let shift = 0;
  while (x < 10) {
    shift += Math.log(x);
    x += 1;
  }
  const q = 1 / (x * x);
  const correction = (1 / 12 - q * (1 / 360 - q * (1 / 1260 - q * (1 / 1680 - q / 1188)))) / x;
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + correction - shift;
}

const FRACTION_TERMS = 200;
