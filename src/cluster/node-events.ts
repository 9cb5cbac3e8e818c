/**
 * What befalls the nodes of the control plane themselves, whether or not anybody notices: they die, restart, join and
 * leave, forget, are cut off, and go by clocks that are wrong. The scheduler carries their state, so this is told to it
 * like everything else, and a journal has it too; no decision follows from it before the node is missed.
 */
import type { Tick } from "../engine/time.ts";
import type { Intake } from "./intake.ts";
import type { NodeId } from "./ports.ts";

interface At<Kind extends string> {
  readonly kind: Kind;
  readonly node: NodeId;
}

export type NodeEvent =
  | At<"submitter-crashed" | "submitter-restarted" | "submitter-left" | "submitter-joined" | "limiter-forgot">
  | (At<"clock-stepped"> & { readonly by: Tick })
  | (At<"clock-drifts"> & { readonly factor: number })
  | (At<"ids-used"> & { readonly count: number })
  | (At<"limiter-cut"> & { readonly cut: boolean });

export function befall({ submitters, limiters }: Intake, now: Tick, event: NodeEvent): void {
  const { node } = event;
  switch (event.kind) {
    case "submitter-crashed":
      submitters.crash(node);
      break;
    case "submitter-restarted":
      submitters.restart(node);
      break;
    case "submitter-left":
      submitters.leave(node);
      break;
    case "submitter-joined":
      submitters.join(node);
      break;
    case "clock-stepped":
      submitters.stepClock(node, event.by);
      break;
    case "clock-drifts":
      submitters.drift(node, event.factor, now);
      break;
    case "ids-used":
      submitters.ids(node).skip(event.count);
      break;
    case "limiter-cut":
      limiters.cut(now, node, event.cut);
      break;
    case "limiter-forgot":
      limiters.amnesia(now, node);
      break;
  }
}
