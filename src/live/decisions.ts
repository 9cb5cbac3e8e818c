/** What left the scheduler, as plain records that can be stored and compared: one for each effect, in order. */
import { Alert, Notice, StopReason } from "../cluster/ports.ts";

export interface Decision {
  readonly kind: "start" | "stop" | "tell" | "alert";
  /** The task's id; null where it is about none. */
  readonly task: string | null;
  readonly token: number | null;
  /** Of a start or stop: the machine. Of a notice: the tenant. Of an alert: the machine or node, 0 for a task. */
  readonly subject: number;
  /** Why it is stopped, or what is told; empty for a start. */
  readonly what: string;
  /** When a refused tenant may try again, in ticks from now; null: never, 0: nothing was said. */
  readonly after: number | null;
}

export const noticeName = namesOf(Notice);
export const alertName = namesOf(Alert);
export const stopReasonName = namesOf(StopReason);

export function sameDecision(a: Decision | undefined, b: Decision | undefined): boolean {
  return (
    a !== undefined &&
    b !== undefined &&
    a.kind === b.kind &&
    a.task === b.task &&
    a.token === b.token &&
    a.subject === b.subject &&
    a.what === b.what &&
    a.after === b.after
  );
}

export function describeDecision(decision: Decision | undefined): string {
  if (decision === undefined) return "nothing";
  const { kind, task, token, subject, what, after } = decision;
  return [
    kind,
    what,
    task ?? "",
    token === null ? "" : `token ${token}`,
    `subject ${subject}`,
    `after ${after}`,
  ]
    .filter((part) => part !== "")
    .join(" ");
}

function namesOf(codes: Readonly<Record<string, number>>): (code: number) => string {
  const names = new Map(Object.entries(codes).map(([name, code]) => [code, name]));
  return (code) => names.get(code) ?? String(code);
}
