/**
 * Holds a policy of the user's own to its promises: whatever it throws, and any answer of the wrong type, ends the
 * run with a message that names the question and the place in the file. Without it a forgotten `return` would be an
 * order that nobody chose. The policies that come with schedlab are tested instead, and not slowed down.
 */
import { fileURLToPath } from "node:url";
import { type Policy, PolicyError } from "../cluster/policy.ts";

/** The questions a policy answers, and the type of the answer. */
const ANSWERS = {
  lane: "string",
  rank: "number",
  urgentAt: "number",
  serves: "boolean",
  batch: "number",
} as const;
export const HOOKS = Object.keys(ANSWERS) as (keyof typeof ANSWERS)[];

export function guarded(policy: Policy): Policy {
  const hooks = HOOKS.flatMap((hook) => {
    const answer = policy[hook];
    return answer === undefined ? [] : [[hook, held(policy, hook, answer as Hook, ANSWERS[hook])]];
  });
  const { placement } = policy;
  return {
    ...policy,
    ...Object.fromEntries(hooks),
    ...(typeof placement === "function" && {
      placement: held(policy, "placement", placement as Hook, "number") as typeof placement,
    }),
  };
}

type Hook = (...views: unknown[]) => unknown;

function held(policy: Policy, name: string, hook: Hook, type: string): Hook {
  return (...views) => {
    let answer: unknown;
    try {
      answer = hook.apply(policy, views);
    } catch (error) {
      throw new PolicyError(`policy ${policy.name}: ${name} failed: ${describeError(error)}`);
    }
    if (typeof answer !== type)
      throw new PolicyError(
        `policy ${policy.name}: ${name} must return a ${type}, and returned ${show(answer)}`,
      );
    return answer;
  };
}

/** What was thrown, in a line, with the place in the user's file where it is known. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const message = error.message.split("\n")[0]!;
  const places = [
    ...(error.stack ?? "").matchAll(/(?:file:\/\/)?([^\s()]*[/\\])([^\s()]+\.[cm]?[jt]s:\d+)/g),
  ];
  const place = places.find(([, folder]) => !folder!.startsWith(OWN_CODE))?.[2];
  return place === undefined || message.includes(place) ? message : `${message} (${place})`;
}

const OWN_CODE = fileURLToPath(new URL("..", import.meta.url));

function show(answer: unknown): string {
  if (answer instanceof Promise) return "a promise";
  return typeof answer === "string" ? JSON.stringify(answer) : String(answer);
}
