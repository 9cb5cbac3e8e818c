/** Textbook queues with known answers. Rates per second; waits in seconds. */

/** P(wait > 0) in M/M/c, by the recursion of Erlang B, which does not overflow. */
export function erlangC(servers: number, load: number): number {
  let blocking = 1;
  for (let n = 1; n <= servers; n++) blocking = (load * blocking) / (n + load * blocking);
  return blocking / (1 - (load / servers) * (1 - blocking));
}

/** Mean wait in M/M/c with mean service 1. */
export function meanWaitMMc(servers: number, utilization: number): number {
  return erlangC(servers, servers * utilization) / (servers * (1 - utilization));
}

/** The wait that a share p does not exceed in M/M/c with mean service 1; waits are exponential given that they are not 0. */
export function quantileWaitMMc(servers: number, utilization: number, p: number): number {
  const waits = erlangC(servers, servers * utilization);
  return p <= 1 - waits ? 0 : Math.log(waits / (1 - p)) / (servers * (1 - utilization));
}

/** Pollaczek–Khinchine: mean wait in M/G/1 with mean service 1 and this coefficient of variation. */
export function meanWaitMG1(utilization: number, cv: number): number {
  return (utilization * (1 + cv * cv)) / (2 * (1 - utilization));
}

/** A class of customers in M/G/1: arrivals a second, and the first two moments of its service. */
export interface Stream {
  readonly rate: number;
  readonly mean: number;
  readonly secondMoment: number;
}

/** Pollaczek–Khinchine: mean response in M/G/1, from the first two moments of the service. */
export function meanResponseMG1({ rate, mean, secondMoment }: Stream): number {
  return mean + (rate * secondMoment) / (2 * (1 - rate * mean));
}

/** Cobham (1954): the mean waits in M/G/1 when classes go in this order and what runs is left alone. */
export function meanWaitsByPriority(classes: readonly Stream[]): number[] {
  const residual = halfSecondMoments(classes);
  return classes.map((_, k) => residual / ((1 - load(classes, k)) * (1 - load(classes, k + 1))));
}

/** The mean responses when what runs gives way to classes before its own and goes on later where it was. */
export function meanResponsesWithPreemption(classes: readonly Stream[]): number[] {
  return classes.map(({ mean }, k) => {
    const residual = halfSecondMoments(classes.slice(0, k + 1));
    return (mean + residual / (1 - load(classes, k + 1))) / (1 - load(classes, k));
  });
}

/**
 * M/M/1 with mean service 1 whose server breaks down after exponential times (`breaks` a second, busy or not) and is
 * repaired after exponential ones (`repairs` a second); an interrupted customer goes on where it was. White and
 * Christie (1958); Avi-Itzhak and Naor (1963), model A.
 *
 * With U(z) and D(z) for the generating functions of the number present while the server is up and down, balance of
 * the down states gives D = U · breaks / (rate (1 − z) + repairs), and that of the up states
 *   U(z) = u₀ / (1 − rate · z − rate · breaks · z / (rate (1 − z) + repairs)),
 * where u₀ = P(up and empty) follows from U(1) = the availability A = repairs / (breaks + repairs). The mean number
 * is U′(1) + D′(1), and Little's law makes the response of it.
 */
export function breakdownsMM1(rate: number, breaks: number, repairs: number) {
  const availability = repairs / (breaks + repairs);
  const spare = 1 - rate / availability;
  const idleUp = availability * spare;
  return {
    meanResponse:
      (1 / availability + (rate * breaks) / repairs ** 2) / spare + (breaks * availability) / repairs ** 2,
    /** Somebody is there, whether the server is up or down. */
    occupied: 1 - idleUp * (1 + breaks / (rate + repairs)),
  };
}

/** The first two moments of the number of attempts when each fails with this chance and there are at most `most`. */
export function attemptMoments(failure: number, most: number): { mean: number; secondMoment: number } {
  let mean = 0;
  let secondMoment = 0;
  // E[K] = Σ P(K ≥ k) and E[K²] = Σ (2k − 1) P(K ≥ k), and the k-th attempt takes place if k − 1 have failed.
  for (let k = 1; k <= most; k++) {
    mean += failure ** (k - 1);
    secondMoment += (2 * k - 1) * failure ** (k - 1);
  }
  return { mean, secondMoment };
}

/**
 * Takács (1963): mean response in M/G/1 where each service fails with this chance and sends its customer to the back
 * of the queue for another one of its own. With exponential service it is 1 / ((1 − failure) μ − λ).
 */
export function meanResponseWithFeedback({ rate, mean, secondMoment }: Stream, failure: number): number {
  return (rate * secondMoment + 2 * mean * (1 - rate * mean)) / (2 * (1 - failure - rate * mean));
}

/**
 * The share of Poisson arrivals that a token bucket turns away; `load` is arrivals per token.
 *
 * What is missing from the bucket, counted in tokens, falls at rate 1, grows by 1 with each admission, and admits
 * while it is at most burst − 1: the workload of M/D/1 with a bound. Below the bound it is distributed as without one
 * but for a factor (Erlang 1909, and Takács 1967 for bounded dams), with
 *   G(v) = Σₖ (load (k − v))ᵏ / k! · exp(−load (k − v)),  k = 0 … ⌊v⌋,
 * as its unnormalised distribution. The factor c is the chance of a full bucket. As many tokens are used as come
 * while it is not full: load · c · G = 1 − c at burst − 1.
 */
export function tokenBucketLoss(load: number, burst: number): number {
  const bound = burst - 1;
  let below = 0;
  let factorial = 1;
  for (let k = 0; k <= bound; k++) {
    if (k > 0) factorial *= k;
    const x = load * (k - bound);
    below += (x ** k / factorial) * Math.exp(-x);
  }
  return 1 - below / (1 + load * below);
}

function load(classes: readonly Stream[], count: number): number {
  return classes.slice(0, count).reduce((sum, { rate, mean }) => sum + rate * mean, 0);
}

function halfSecondMoments(classes: readonly Stream[]): number {
  return classes.reduce((sum, { rate, secondMoment }) => sum + rate * secondMoment, 0) / 2;
}
