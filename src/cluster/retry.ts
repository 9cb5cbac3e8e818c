/** How long a failed task waits before its next attempt: exponential back-off with a limit. */
import type { Tick } from "../engine/time.ts";
import type { ControlSpec } from "./spec.ts";

export function retryDelay(retry: ControlSpec["retry"], failures: number): Tick {
  let delay = retry.first;
  for (let i = 1; i < failures && delay < retry.limit; i++) delay *= retry.factor;
  return Math.min(Math.round(delay), retry.limit);
}
