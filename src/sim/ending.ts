/**
 * When a run is over: nothing is left, or nothing that is left will come to an end. Timers go on for ever (prices, looks
 * at the fleet, leases), so that an empty event queue cannot tell. What is known to be under way is waited for, however
 * long it takes: work, pauses before the next attempt, repairs, limits of waiting.
 */
import { retryDelay } from "../cluster/retry.ts";
import { NO_TICKET, Status } from "../cluster/tasks.ts";
import { DAY, NEVER, type Tick } from "../engine/time.ts";
import type { World } from "./world.ts";

/** When nothing has ended for so long after the last submission, and for many times as long as the run has taken, it is asked what could. */
const ASK_AFTER = 30 * DAY;
const TIMES_AS_LONG = 10;
/** Work that is begun anew and anew is always under way: so often it is waited for, and then no more. */
const MOST_TIMES = 100;

export class Ending {
  readonly #world: World;
  /** Tasks and submissions in flight, and when to ask if that has not changed by then. */
  #left = -1;
  #askAt: Tick = 0;
  #asked = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Asked after an event, once nothing is submitted any more. */
  isOver(now: Tick): boolean {
    const { scheduler, door } = this.#world;
    const left = scheduler.tasks.count + door.pending;
    if (left === 0) return true;
    if (left !== this.#left) {
      this.#left = left;
      this.#askAt = now + Math.max(ASK_AFTER, TIMES_AS_LONG * now);
      this.#asked = 0;
    }
    if (now <= this.#askAt) return false;
    const until = Math.max(this.#repairs(), this.#work(), this.#waits(now));
    if (until <= now || ++this.#asked > MOST_TIMES) return true;
    this.#askAt = until;
    return false;
  }

  /** When the last fault is over that ends by itself. */
  #repairs(): Tick {
    let last = 0;
    for (const { until } of this.#world.faults.records) if (until < NEVER) last = Math.max(last, until);
    return last;
  }

  /** When the last attempt ends that ends by itself. */
  #work(): Tick {
    const { attempts } = this.#world.machines;
    let last = 0;
    for (let machine = 0; machine < attempts.first.length; machine++)
      for (const attempt of attempts.on(machine)) {
        const endsAt = attempts.endsAt[attempt]!;
        if (endsAt < NEVER) last = Math.max(last, endsAt);
      }
    return last;
  }

  /** When the last client, pause and limit is due that somebody waits for; never too early. */
  #waits(now: Tick): Tick {
    const { scheduler, door } = this.#world;
    const { tasks, templates, cluster } = scheduler;
    const { retry, queues } = cluster.control;
    let last = door.pending > 0 ? now + DAY : 0;
    tasks.each((task) => {
      if (tasks.status[task] !== Status.waiting || tasks.forwarded[task] === 0) return;
      const { delayTolerance } = templates.specs[tasks.template[task]!]!;
      const limits = [
        tasks.ticket[task] === NO_TICKET ? now + retryDelay(retry, tasks.failures[task]!) : 0,
        tasks.submittedAt[task]! + delayTolerance,
        now + queues.maxWait,
      ];
      for (const limit of limits) if (limit < NEVER) last = Math.max(last, limit);
    });
    return last;
  }
}
