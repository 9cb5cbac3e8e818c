/**
 * `--timeline <file.json>`: the run in the Chrome trace-event format, which opens in Perfetto. A group of machines
 * is a process, a machine a thread; where tasks overlap on a machine, each further one gets a lane, a thread below
 * it, because the format nests overlapping events of one thread. Events are written as they come, in any order.
 */
import type { Writable } from "node:stream";
import { TextSink } from "./text-sink.ts";

export interface TraceMachine {
  readonly name: string;
  readonly group: string;
}

/** One attempt, told when it has ended. Times in microseconds. */
export interface TraceAttempt {
  /** Its place in the list of machines given to the writer. */
  readonly machine: number;
  readonly started: number;
  readonly ended: number;
  readonly class: string;
  readonly task: number | string;
  readonly tenant: string;
  readonly outcome: string;
}

export class TraceEventWriter {
  readonly #sink: TextSink;
  readonly #machines: readonly MachineTrack[];
  #nextThread: number;
  #first = true;

  constructor(stream: Writable, machines: readonly TraceMachine[]) {
    this.#sink = new TextSink(stream);
    this.#sink.write('{"displayTimeUnit":"ms","traceEvents":[');
    this.#event({ ph: "M", name: "process_name", pid: CLUSTER, args: { name: "cluster" } });
    const processes = new Map<string, number>();
    this.#machines = machines.map(({ name, group }) => {
      const known = processes.get(group);
      const process = known ?? CLUSTER + 1 + processes.size;
      if (known === undefined) {
        processes.set(group, process);
        this.#event({ ph: "M", name: "process_name", pid: process, args: { name: group } });
        this.#event({ ph: "M", name: "process_sort_index", pid: process, args: { sort_index: process } });
      }
      return { name, process, lanes: [] };
    });
    // A thread whose number is its process's is taken for the process's main thread, so threads come after.
    this.#nextThread = CLUSTER + 1 + processes.size;
  }

  get needsDrain(): boolean {
    return this.#sink.needsDrain;
  }

  attempt(attempt: TraceAttempt): void {
    const track = this.#machines[attempt.machine];
    if (track === undefined) throw new RangeError(`no machine ${attempt.machine} in the timeline`);
    const lane = this.#laneFor(track, attempt.machine, attempt.started);
    lane.busyUntil = attempt.ended;
    this.#event({
      ph: "X",
      name: attempt.class,
      cat: attempt.outcome,
      ts: attempt.started,
      dur: attempt.ended - attempt.started,
      pid: track.process,
      tid: lane.thread,
      args: { task: attempt.task, tenant: attempt.tenant, outcome: attempt.outcome },
    });
  }

  /** A fault strikes, or what it struck is back. */
  fault(at: number, kind: string, target: string, phase: "begins" | "ends"): void {
    this.#instant(at, `${kind} ${phase}`, { target });
  }

  peak(at: number, phase: "begins" | "ends"): void {
    this.#instant(at, `peak ${phase}`, {});
  }

  /** Shares in use by resource, and tasks waiting. */
  counters(at: number, utilization: Readonly<Record<string, number>>, queue: number): void {
    this.#event({ ph: "C", name: "utilisation", ts: at, pid: CLUSTER, args: utilization });
    this.#event({ ph: "C", name: "queue", ts: at, pid: CLUSTER, args: { waiting: queue } });
  }

  drained(): Promise<void> {
    return this.#sink.drained();
  }

  /** The file is valid JSON only after this. */
  end(): Promise<void> {
    this.#sink.write("\n]}\n");
    return this.#sink.end();
  }

  /** The free lane that was busy last: packing tightly leaves the others free for tasks that began earlier. */
  #laneFor(track: MachineTrack, machine: number, started: number): Lane {
    let best: Lane | undefined;
    for (const lane of track.lanes)
      if (lane.busyUntil <= started && (best === undefined || lane.busyUntil > best.busyUntil)) best = lane;
    if (best !== undefined) return best;
    const lane = { thread: this.#nextThread++, busyUntil: 0 };
    track.lanes.push(lane);
    const place = { pid: track.process, tid: lane.thread };
    const name = track.lanes.length === 1 ? track.name : `${track.name} · ${track.lanes.length}`;
    const order = machine * LANES_IN_ORDER + track.lanes.length;
    this.#event({ ph: "M", name: "thread_name", ...place, args: { name } });
    this.#event({ ph: "M", name: "thread_sort_index", ...place, args: { sort_index: order } });
    return lane;
  }

  #instant(at: number, name: string, args: Readonly<Record<string, string>>): void {
    this.#event({ ph: "i", s: "g", name, ts: at, pid: CLUSTER, tid: 0, args });
  }

  #event(event: Readonly<Record<string, unknown>>): void {
    this.#sink.write((this.#first ? "\n" : ",\n") + JSON.stringify(event));
    this.#first = false;
  }
}

/** Process of what belongs to no machine. */
const CLUSTER = 1;
const LANES_IN_ORDER = 1024;

interface MachineTrack {
  readonly name: string;
  readonly process: number;
  readonly lanes: Lane[];
}

interface Lane {
  readonly thread: number;
  busyUntil: number;
}
