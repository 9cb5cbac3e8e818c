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
