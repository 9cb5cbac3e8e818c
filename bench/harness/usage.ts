/** What a process has used so far, Node's own start included. */
import { readFileSync } from "node:fs";

export interface Usage {
  /** Of the processor, user and system, all threads. */
  readonly seconds: number;
  readonly peakBytes: number;
}

export function usage(): Usage {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return { seconds: (userCPUTime + systemCPUTime) / 1e6, peakBytes: ownPeak() ?? maxRSS * 1024 };
}

/** What the system calls the largest resident set of a process includes that of the one that started it; this does not. */
function ownPeak(): number | null {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}
