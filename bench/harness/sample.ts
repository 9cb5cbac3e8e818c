/** Measurements of one contender, and what is said of them: medians, because machines are shared, and the spread. */

/** One run in a process of its own. */
export interface Sample {
  /** What it did in that run: tasks, most often. */
  readonly work: number;
  /** Processor time, user and system. */
  readonly seconds: number;
  readonly wallSeconds: number;
  readonly peakBytes: number;
  /** In seconds; null where there is no such thing. */
  readonly meanWait: number | null;
}

export interface Contender {
  readonly name: string;
  readonly run: () => Sample;
}

export interface Measured {
  readonly name: string;
  readonly samples: readonly Sample[];
}

/** Every contender once in each round, so that a change of the machine's mood meets all of them. */
export function interleaved(
  contenders: readonly Contender[],
  rounds: number,
  progress: (what: string) => void,
): Measured[] {
  const measured = contenders.map(({ name }) => ({ name, samples: [] as Sample[] }));
  for (let round = 0; round < rounds; round++) {
    contenders.forEach(({ name, run }, i) => {
      progress(`${name}, ${round + 1} of ${rounds}`);
      measured[i]!.samples.push(run());
    });
  }
  return measured;
}

export function rates({ samples }: Measured): number[] {
  return samples.map(({ work, seconds }) => work / seconds);
}

export function medianRate(measured: Measured): number {
  return median(rates(measured));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The exponent e of y ~ x^e, by least squares on logarithms. */
export function growthExponent(points: readonly { readonly x: number; readonly y: number }[]): number {
  const logs = points.map(({ x, y }) => [Math.log(x), Math.log(y)] as const);
  const meanX = logs.reduce((sum, [x]) => sum + x, 0) / logs.length;
  const meanY = logs.reduce((sum, [, y]) => sum + y, 0) / logs.length;
  const covariance = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
