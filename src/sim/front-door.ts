/**
 * The way in, step by step: a client sends a submission, a limiter node lets it pass, a submitter writes it down, and
 * the answer goes back; then the submitter passes the tasks on to the scheduler. At every step the message or the node
 * may be lost. A client that hears nothing sends the same again, under the same key.
 */
import { type Submission, Verdict } from "../cluster/intake.ts";
import type { NodeId, TaskSlot } from "../cluster/ports.ts";
import type { Scheduler } from "../cluster/scheduler.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import { NEVER, SECOND, type Tick } from "../engine/time.ts";
import type { ClientModel } from "../scenario/model.ts";
import { Event, Turn } from "./events.ts";
import type { Hazards } from "./hazards.ts";
import type { Log } from "./log.ts";
import type { Network } from "./network.ts";
import { Pool } from "./pool.ts";

/** A submission on its way, as its client knows it. */
export interface Sent extends Submission {
  readonly source: number;
  readonly ordinal: number;
  readonly client: number;
  readonly durations: readonly Tick[];
  tries: number;
  /** The client was told not to come back before. */
  notBefore: Tick;
  /** The client has its answer, has given up, or is gone. */
  settled: boolean;
  /** It was taken in or refused at least once, whether or not its client has heard so. */
  decided: boolean;
}

/** Who is told what became of a submission. */
export interface FrontDoorEnds {
  accepted(now: Tick, sent: Sent, slots: readonly TaskSlot[]): void;
  /** The client has heard that it was refused, or never heard anything. `after`: when to come back. */
  failed(now: Tick, sent: Sent, after: Tick): void;
  serialOf(task: TaskSlot): number;
}

/** Told of a submission's way in, for explanations and checkers. Has no say in it; what it leaves out it is not told. */
export interface Steps {
  sent?(now: Tick, sent: Sent): void;
  /** A limiter node let it pass, to this submitter; to −1 when none is there, and then it is turned away. */
  passed?(now: Tick, sent: Sent, limiter: NodeId, submitter: NodeId): void;
  turnedAway?(now: Tick, sent: Sent): void;
  /** The node that the message came to is dead, or the answer of the node that had written it got lost. */
  lost?(now: Tick, sent: Sent, at: "limiter" | "submitter" | "answer", node: NodeId): void;
  /** A submitter has written it down, or found that it was known. */
  written?(now: Tick, sent: Sent, node: NodeId, verdict: Verdict, tasks: readonly TaskSlot[]): void;
  /** The answer that it is accepted is on its way to its client. */
  acknowledged?(now: Tick, sent: Sent): void;
  /** The submitter passes the tasks on to the scheduler. */
  passedOn?(now: Tick, node: NodeId, tasks: readonly TaskSlot[]): void;
  answered?(now: Tick, sent: Sent, accepted: boolean): void;
  /** The client stops asking. `gone`: it never waited for an answer. */
  clientLeft?(now: Tick, sent: Sent, gone: boolean): void;
}

/** Where a message is going. */
const Stop = { limiter: 0, submitter: 1, client: 2 } as const;

interface Message {
  readonly sent: Sent;
  readonly to: number;
  readonly node: NodeId;
  /** To the client: it was accepted, or refused until then. */
  readonly accepted: boolean;
  readonly after: Tick;
}

/** Stored tasks on their way from their submitter to the scheduler. */
interface Forward {
  readonly node: NodeId;
  readonly life: number;
  readonly tasks: readonly TaskSlot[];
  readonly serials: readonly number[];
}

/** A client that is not told how long to wait would wait for ever on a node that died. So long, or as answers take here. */
const PATIENCE = 10 * SECOND;
const TIMES_THE_LATENCY = 10;
const MOST_TRIES = 100;

export class FrontDoor {
  /** Submissions that have not come to an end for their client. */
  pending = 0;
  /** Submissions that came again under a key that was known. */
  repeated = 0;
  /** How often a submission was sent again, because no answer came or it was refused. */
  resent = 0;
  /** Submissions that went down with a submitter, and clients that gave up or went away. */
  lostWithNode = 0;
  gaveUp = 0;
  gone = 0;
  /** By a fault of the queue: up to so much is added before a task gets there. */
  jitter: Tick = 0;
  readonly limiterAlive: Uint8Array;
  steps: Steps | null = null;
  readonly #scheduler: Scheduler;
  readonly #queue: EventQueue;
  readonly #network: Network;
  readonly #log: Log;
  readonly #hazards: Hazards;
  readonly #clients: ClientModel;
  readonly #ends: FrontDoorEnds;
  readonly #chance: () => number;
  readonly #messages = new Pool<Message>();
  readonly #forwards = new Pool<Forward>();
  readonly #waiting = new Pool<Sent>();
  #keys = 0;
  /** By submitter: submissions that it has and has not answered. */
  readonly #held: Int32Array;
  readonly #patience: Tick;
  /** Those whose client has left before anybody had taken them in or refused them. */
  readonly #left: Sent[] = [];
  /** When the refusal that is being told says to come back. */
  refusedFor: Tick = 0;

  constructor(
    scheduler: Scheduler,
    queue: EventQueue,
    network: Network,
    log: Log,
    hazards: Hazards,
    clients: ClientModel,
    ends: FrontDoorEnds,
    chance: () => number,
  ) {
    this.#scheduler = scheduler;
    this.#queue = queue;
    this.#network = network;
    this.#log = log;
    this.#hazards = hazards;
    this.#clients = clients;
    this.#ends = ends;
    this.#chance = chance;
    const { control } = scheduler.cluster;
    this.limiterAlive = new Uint8Array(control.limiter.nodes).fill(1);
    this.#held = new Int32Array(control.submitters.nodes);
    this.#patience =
      clients.timeout < NEVER
        ? clients.timeout
        : Math.max(PATIENCE, Math.round(TIMES_THE_LATENCY * network.meanClientLatency));
  }

  /** What nobody ever took in or refused: its client gave up, or never waited for an answer. */
  get undecided(): readonly Submission[] {
    return this.#left.filter(({ decided }) => !decided);
  }

  /** Submissions that are on their way to a node or that it has not answered, and tasks that it has not passed on. */
  inFlightAt(node: NodeId): number {
    let count = this.#held[node]!;
    for (const message of this.#messages.values())
      if (message.to === Stop.submitter && message.node === node) count++;
    for (const forward of this.#forwards.values()) if (forward.node === node) count += forward.tasks.length;
    return count;
  }

  submit(
    now: Tick,
    job: Pick<Sent, "tenant" | "templates" | "parents" | "source" | "ordinal" | "client" | "durations">,
  ): void {
    const key = ++this.#keys;
    this.pending++;
    this.#send(now, {
      ...job,
      key,
      payload: job.ordinal,
      sentAt: now,
      tries: 0,
      notBefore: 0,
      settled: false,
      decided: false,
    });
  }

  /** A message has come to its next place. */
  arrive(now: Tick, index: number): void {
    const message = this.#messages.take(index);
    if (message.to === Stop.limiter) this.#atLimiter(now, message.sent);
    else if (message.to === Stop.submitter) this.#atSubmitter(now, message.sent, message.node);
    else this.#atClient(now, message);
  }

  /** The client has waited for an answer to its last try. */
  patience(now: Tick, index: number, tries: number): void {
    const sent = this.#waiting.take(index);
    if (sent.settled || sent.tries !== tries || now < sent.notBefore) return;
    if (tries < this.#mostTries) this.#send(now, sent);
    else {
      this.gaveUp++;
      this.#leave(now, sent, false);
    }
  }

  /** The owner of stored tasks passes them on, if it is still there. */
  forward(now: Tick, index: number): void {
    const { node, life, tasks, serials } = this.#forwards.take(index);
    const { submitters } = this.#scheduler.intake;
    // With the node its intention is gone: whoever takes over its tasks passes them on.
    if (submitters.alive[node] === 0 || submitters.incarnation[node] !== life) return;
    const pass = (at: Tick) => {
      this.steps?.passedOn?.(at, node, tasks);
      tasks.forEach((task, i) => {
        if (this.#ends.serialOf(task) === serials[i]) this.#scheduler.forward(at, task);
      });
    };
    if (this.#log.direct) pass(now);
    else
      this.#log.append(now, {
        led: true,
        apply: pass,
        dropped: (at) => this.#scheduleForward(at + this.#network.resend, node, tasks, serials),
      });
  }

  #send(now: Tick, sent: Sent): void {
    sent.tries++;
    if (sent.tries > 1) this.resent++;
    this.steps?.sent?.(now, sent);
    const number = sent.key;
    const template = sent.templates[0]!;
    this.#post(now, { sent, to: Stop.limiter, node: 0, accepted: false, after: 0 });
    if (this.#hazards.strikes("client-duplicate", template, number, sent.tries))
      this.#post(now, { sent, to: Stop.limiter, node: 0, accepted: false, after: 0 });
    if (sent.tries === 1 && this.#hazards.strikes("client-gone", template, number, 0)) {
      this.gone++;
      this.#leave(now, sent, true);
      return;
    }
    this.#wait(now + this.#patience + this.#backoff(sent.tries), sent);
  }

  /** The longer it has tried in vain, the longer a client leaves the system alone. */
  #backoff(tries: number): Tick {
    return tries === 1 ? 0 : Math.min(this.#clients.backoff * 2 ** (tries - 2), 64 * this.#clients.backoff);
  }

  get #mostTries(): number {
    return this.#clients.timeout === NEVER ? MOST_TRIES : this.#clients.tries;
  }

  #wait(at: Tick, sent: Sent): void {
    this.#queue.add(at, Turn.clients, Event.patience, this.#waiting.add(sent), sent.tries);
  }

  #atLimiter(now: Tick, sent: Sent): void {
    const { tenant, templates } = sent;
    const scheduler = this.#scheduler;
    if (this.#hazards.strikes("client-malformed", templates[0]!, sent.key, 0)) {
      scheduler.malformed(now, tenant, templates[0]!);
      this.#turnAway(now, sent, NEVER);
      return;
    }
    const node = scheduler.nextLimiter(now);
    // A node that is dead and not known to be: the message is gone.
    if (node >= 0 && this.limiterAlive[node] === 0) {
      this.steps?.lost?.(now, sent, "limiter", node);
      return;
    }
    if (!scheduler.limit(now, node, tenant, templates[0]!, templates.length)) {
      this.#turnAway(now, sent, this.refusedFor);
      return;
    }
    const submitter = scheduler.nextSubmitter(now);
    this.steps?.passed?.(now, sent, node, submitter);
    if (submitter < 0) {
      scheduler.unavailable(now, tenant, templates[0]!, templates.length);
      this.#turnAway(now, sent, 0);
      return;
    }
    this.#post(now, { sent, to: Stop.submitter, node: submitter, accepted: false, after: 0 });
  }

  #atSubmitter(now: Tick, sent: Sent, node: NodeId): void {
    const { submitters } = this.#scheduler.intake;
    if (submitters.alive[node] === 0) {
      this.lostWithNode++;
      this.steps?.lost?.(now, sent, "submitter", node);
      return;
    }
    const life = submitters.incarnation[node]!;
    if (this.#log.direct) {
      this.#written(now, sent, node, life);
      return;
    }
    this.#held[node]!++;
    let held = true;
    const letGo = () => {
      if (held) this.#held[node]!--;
      held = false;
    };
    this.#log.append(now, {
      led: false,
      apply: (at) => {
        letGo();
        this.#written(at, sent, node, life);
      },
      // The client will ask again.
      dropped: letGo,
    });
  }

  /** The submission is durable, whatever has become of the node that wrote it. */
  #written(now: Tick, sent: Sent, node: NodeId, life: number): void {
    const slots: TaskSlot[] = [];
    const verdict = this.#scheduler.accept(now, node, sent, slots);
    sent.decided = true;
    if (verdict === Verdict.accepted) {
      this.#ends.accepted(now, sent, slots);
      const serials = slots.map((task) => this.#ends.serialOf(task));
      this.#scheduleForward(now + this.#network.clientLatency() + this.#queueDelay(), node, slots, serials);
    } else if (verdict === Verdict.known) this.repeated++;
    this.steps?.written?.(now, sent, node, verdict, slots);
    const { submitters } = this.#scheduler.intake;
    // A node that died after it had written does not answer.
    if (submitters.alive[node] === 0 || submitters.incarnation[node] !== life) {
      this.lostWithNode++;
      this.steps?.lost?.(now, sent, "answer", node);
    } else if (this.#network.isClientAckLost()) this.steps?.lost?.(now, sent, "answer", node);
    else
      this.#answer(now, sent, verdict !== Verdict.refused, verdict === Verdict.refused ? this.refusedFor : 0);
  }

  #scheduleForward(at: Tick, node: NodeId, tasks: readonly TaskSlot[], serials: readonly number[]): void {
    const life = this.#scheduler.intake.submitters.incarnation[node]!;
    const forward = this.#forwards.add({ node, life, tasks, serials });
    this.#queue.add(at, Turn.ends, Event.forward, forward, 0);
  }

  #queueDelay(): Tick {
    return this.jitter > 0 ? Math.round(this.jitter * this.#chance()) : 0;
  }

  #turnAway(now: Tick, sent: Sent, after: Tick): void {
    sent.decided = true;
    this.steps?.turnedAway?.(now, sent);
    this.#answer(now, sent, false, after);
  }

  #answer(now: Tick, sent: Sent, accepted: boolean, after: Tick): void {
    if (accepted) this.steps?.acknowledged?.(now, sent);
    this.#post(now, { sent, to: Stop.client, node: 0, accepted, after });
  }

  #atClient(now: Tick, { sent, accepted, after }: Message): void {
    if (sent.settled) return;
    this.steps?.answered?.(now, sent, accepted);
    if (!accepted && after < NEVER && this.#clients.retriesRefused && sent.tries < this.#mostTries) {
      sent.notBefore = now + Math.max(after, this.#backoff(sent.tries + 1));
      this.#wait(sent.notBefore, sent);
      return;
    }
    this.#settle(sent);
    if (!accepted) this.#ends.failed(now, sent, after);
  }

  #leave(now: Tick, sent: Sent, gone: boolean): void {
    if (!sent.decided) this.#left.push(sent);
    this.steps?.clientLeft?.(now, sent, gone);
    this.#settle(sent);
    this.#ends.failed(now, sent, 0);
  }

  #settle(sent: Sent): void {
    sent.settled = true;
    this.pending--;
  }

  #post(now: Tick, message: Message): void {
    const at = now + this.#network.clientLatency();
    this.#queue.add(at, Turn.clients, Event.submission, this.#messages.add(message), 0);
  }
}
