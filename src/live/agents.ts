/**
 * The agents of a run as its coordinator sees them: it starts them, greets them, notices when one is dead, away or
 * frozen, and puts a new one in its place. What that means for tasks is not decided here.
 */
import type { ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import { AgentLink } from "./agent-link.ts";
import type { AgentOptions } from "./agent-options.ts";
import { agentLog, killProcess, startAgent } from "./agent-process.ts";
import { LiveError } from "./errors.ts";
import { programPath } from "./program.ts";
import type { Hello, Said, ToAgent } from "./protocol.ts";
import { SilenceWatch } from "./silence-watch.ts";
import * as wait from "./timings.ts";

export interface AgentEvents {
  /** `same`: the incarnation that held the attempts before. Else whatever ran under this number is lost. */
  joined(agent: number, hello: Hello, same: boolean): void;
  /** Anything else that it says. */
  said(agent: number, message: Said): void;
  /** Its connection is lost: it may return. */
  away(agent: number): void;
  /** It is dead or away for too long, and what it ran is lost. */
  lost(agent: number): void;
  failed(error: LiveError): void;
}

export interface AgentsOptions extends Omit<AgentOptions, "agent"> {
  readonly count: number;
  readonly folder: string;
  /** Of the agents that may still be there from before. */
  readonly incarnations: ReadonlyMap<number, string>;
}

interface Place {
  link: AgentLink | null;
  /** Of the agent that holds this place's attempts, connected or not; null when there is none. */
  incarnation: string | null;
  pid: number;
  /** Null when it has ended, and when another process started it. */
  child: ChildProcess | null;
  /** Until it counts as lost, or until another is started. */
  timer: NodeJS.Timeout | null;
  startsInVain: number;
}

export class Agents {
  readonly #options: AgentsOptions;
  readonly #events: AgentEvents;
  readonly #program = programPath("agent");
  readonly #places: Place[];
  /** All that were started here and have not ended, replaced ones too. */
  readonly #processes = new Set<ChildProcess>();
  readonly #silence = new SilenceWatch((agent) => this.#lose(agent));
  /** Called when something has left, once all shall leave. */
  #left: (() => void) | null = null;

  constructor(options: AgentsOptions, events: AgentEvents) {
    this.#options = options;
    this.#events = events;
    this.#places = Array.from({ length: options.count }, (_, agent) => {
      const incarnation = options.incarnations.get(agent) ?? null;
      return { link: null, incarnation, pid: 0, child: null, timer: null, startsInVain: 0 };
    });
  }

  /** Starts those of which nothing is known; the others have a moment to knock before they are replaced. */
  begin(): void {
    this.#places.forEach((place, agent) => {
      if (place.incarnation === null) this.#start(agent);
      else place.timer = setTimeout(() => this.#lose(agent), wait.RECONNECT_WAIT);
    });
    this.#silence.begin(() => this.#places.map(({ link }) => link));
  }

  get allJoined(): boolean {
    return this.#places.every(({ link }) => link !== null);
  }

  accept(socket: Socket): void {
    let agent = -1;
    const link: AgentLink = new AgentLink(
      socket,
      (message) => {
        if (message.type === "hello" && agent < 0) agent = this.#greet(message, link);
        else if (message.type !== "hello" && message.type !== "beat" && agent >= 0)
          this.#events.said(agent, message);
      },
      () => {
        if (agent >= 0) this.#disconnected(agent, link);
      },
    );
  }

  /** To an agent that is away nothing is sent; what it missed is settled when it returns. */
  send(agent: number, message: ToAgent): void {
    this.#places[agent]!.link?.send(message);
  }

  /** Returns when no agent is left, and with them no attempt. */
  async leave(): Promise<void> {
    this.#silence.end();
    for (const { timer } of this.#places) if (timer !== null) clearTimeout(timer);
    const gone = new Promise<void>((resolve) => {
      this.#left = () => {
        if (this.#processes.size === 0 && this.#places.every((place) => place.incarnation === null))
          resolve();
      };
    });
    for (const { link } of this.#places) link?.send({ type: "leave" });
    for (const child of this.#processes) child.kill("SIGTERM");
    // Agents of an earlier coordinator that are about to knock are told then; those that do not are not there.
    const knocked = setTimeout(() => this.#forgetAbsent(), wait.RECONNECT_WAIT);
    const kill = setTimeout(() => this.#killAll(), wait.LEAVE_AFTER);
    this.#left?.();
    await gone;
    clearTimeout(knocked);
    clearTimeout(kill);
  }

  #start(agent: number): void {
    const place = this.#places[agent]!;
    const { socket, effects, checkpoints, scriptRoot, orphanGrace, folder } = this.#options;
    const options = { agent, socket, effects, checkpoints, scriptRoot, orphanGrace };
    const child = startAgent(this.#program, folder, options);
    this.#processes.add(child);
    place.child = child;
    place.startsInVain++;
    place.timer = setTimeout(() => this.#lose(agent), wait.JOIN_WAIT);
    child.on("exit", () => this.#exited(agent, child));
    child.on("error", (error) => {
      if (child.pid !== undefined) return;
      this.#processes.delete(child);
      this.#events.failed(new LiveError("AGENT_FAILED", `cannot start an agent: ${error.message}`));
    });
  }

  /** The agent's number, or −1 for one that has no place here and is told to leave. */
  #greet(hello: Hello, link: AgentLink): number {
    const place = this.#places[hello.agent];
    if (place === undefined || (place.link !== null && place.incarnation !== hello.incarnation)) {
      link.send({ type: "leave" });
      return -1;
    }
    const same = place.incarnation === hello.incarnation;
    if (place.timer !== null) clearTimeout(place.timer);
    const before = place.link;
    Object.assign(place, {
      link,
      incarnation: hello.incarnation,
      pid: hello.pid,
      timer: null,
      startsInVain: 0,
    });
    // An agent that was given up has returned before its replacement, which will find the place taken.
    if (place.child !== null && place.child.pid !== hello.pid) place.child = null;
    before?.close();
    if (this.#left !== null) link.send({ type: "leave" });
    else this.#events.joined(hello.agent, hello, same);
    return hello.agent;
  }

  #disconnected(agent: number, link: AgentLink): void {
    const place = this.#places[agent]!;
    if (place.link !== link) return;
    place.link = null;
    if (this.#left !== null) {
      place.incarnation = null;
      this.#left();
    } else if (place.child !== null && !this.#processes.has(place.child)) {
      this.#lose(agent);
    } else {
      place.timer = setTimeout(() => this.#lose(agent), wait.LOST_AFTER);
      this.#events.away(agent);
    }
  }

  /** While its connection is open, what it said last may still be unread: then the close tells of the loss. */
  #exited(agent: number, child: ChildProcess): void {
    this.#processes.delete(child);
    const place = this.#places[agent]!;
    if (this.#left !== null) {
      if (place.link === null) place.incarnation = null;
      this.#left();
    } else if (place.child === child && place.link === null) {
      this.#lose(agent);
    }
  }

  #lose(agent: number): void {
    const place = this.#places[agent]!;
    if (place.timer !== null) clearTimeout(place.timer);
    const known = place.incarnation !== null;
    this.#kill(place);
    Object.assign(place, { link: null, incarnation: null, child: null });
    if (known) this.#events.lost(agent);
    if (place.startsInVain < wait.STARTS_IN_VAIN) {
      const pause = wait.RESPAWN_AFTER * 2 ** place.startsInVain;
      place.timer = setTimeout(() => this.#start(agent), pause);
      return;
    }
    const tries = `agent ${agent + 1} was started ${wait.STARTS_IN_VAIN} times and never joined`;
    this.#events.failed(new LiveError("AGENT_FAILED", `${tries}; see ${agentLog(this.#options.folder)}`));
  }

  /** A process is signalled by number only while its connection shows that it is still the one that said so. */
  #kill({ link, child, pid }: Place): void {
    if (child !== null) child.kill("SIGKILL");
    else if (link !== null) killProcess(pid);
    link?.close();
  }

  #killAll(): void {
    for (const place of this.#places) this.#kill(place);
    for (const child of this.#processes) child.kill("SIGKILL");
  }

  #forgetAbsent(): void {
    for (const place of this.#places) if (place.link === null) place.incarnation = null;
    this.#left?.();
  }
}
