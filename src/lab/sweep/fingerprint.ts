/** What tells one experiment from another, whoever runs a part of it and where: equal fingerprints give equal runs. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { isPolicyFile } from "../policy-files.ts";
import type { SweepPlan, SweepRequest } from "./sweep.ts";

export function fingerprintOf(plan: SweepPlan, request: SweepRequest, tool: string): string {
  const { axes, sample, seed, replications } = plan;
  const { $schema: _, policy, ...scenario } = Object(request.scenario) as Record<string, unknown>;
  const parts = {
    tool,
    axes,
    sample,
    seed,
    replications,
    scenario,
    policy:
      typeof policy === "string" ? identity(policy, request.folder) : namedPolicy(policy, request.folder),
    policies:
      request.policies?.map(({ name, parameters, folder }) => [identity(name, folder), parameters]) ?? null,
  };
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

function namedPolicy(policy: unknown, folder: string): unknown {
  const { name, ...parameters } = Object(policy) as Record<string, unknown>;
  return typeof name === "string" ? { name: identity(name, folder), ...parameters } : policy;
}

/** A policy file is known by what stands in it: its place differs from machine to machine. */
function identity(name: string, folder: string): string {
  if (!isPolicyFile(name)) return name;
  return createHash("sha256")
    .update(readFileSync(resolve(folder, name)))
    .digest("hex");
}
