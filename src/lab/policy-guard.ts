/**
 * Holds a policy of the user's own to its promises: whatever it throws, and any answer of the wrong type, ends the
 * run with a message that names the question and the place in the file. Without it a forgotten `return` would be an
 * order that nobody chose. The policies that come with schedlab are tested instead, and not slowed down.
 */
import { fileURLToPath } from "node:url";
import { type Policy, PolicyError } from "../cluster/policy.ts";

/** The questions a policy answers, and what an answer is. */
const ANSWERS = {
  lane: kind("a string", (answer) => typeof answer === "string"),
  rank: kind("a number", (answer) => typeof answer === "number"),
  urgentAt: kind("a number", (answer) => typeof answer === "number"),
  serves: kind("a boolean", (answer) => typeof answer === "boolean"),
  batch: kind("a number", (answer) => typeof answer === "number"),
  admits: kind("a boolean", (answer) => typeof answer === "boolean"),
  tenantRank: kind("a number", (answer) => typeof answer === "number"),
  givesWay: kind("a boolean", (answer) => typeof answer === "boolean"),
  quantum: kind("a number", (answer) => typeof answer === "number"),
};
const MACHINE = kind("a machine's number or -1", Number.isInteger);

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
      placement: held(policy, "placement", placement as Hook, MACHINE) as typeof placement,
    }),
  };
}

type Hook = (...views: unknown[]) => unknown;

interface Kind {
  readonly name: string;
  readonly holds: (answer: unknown) => boolean;
}

function kind(name: string, holds: Kind["holds"]): Kind {
  return { name, holds };
}

function held(policy: Policy, name: string, hook: Hook, wanted: Kind): Hook {
  return (...views) => {
    let answer: unknown;
    try {
      answer = hook.apply(policy, views);
    } catch (error) {
      throw new PolicyError(`policy ${policy.name}: ${name} failed: ${describeError(error)}`);
    }
    if (!wanted.holds(answer))
      throw new PolicyError(
        `policy ${policy.name}: ${name} must return ${wanted.name}, and returned ${show(answer)}`,
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
