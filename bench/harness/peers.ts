/** Who else can run the same models here. What cannot be had is left out, and said so. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "./programs.ts";

export interface Peers {
  /** The folder of the compiled references, or null without a compiler. */
  readonly cpp: string | null;
  /** A Python that has SimPy, or null. */
  readonly python: string | null;
  /** What is left out, and what would bring it. */
  readonly missing: readonly string[];
}

const REFERENCES = ["mmc", "placement"];

/** Debian's packages are only there for Debian's own Python, whichever else is first in the path. */
const PYTHONS = ["/usr/bin/python3", "python3"];

export function findPeers(): Peers {
  const missing: string[] = [];
  const cpp = compile();
  if (cpp === null) missing.push("the C++ reference: no g++ here (Debian: apt install g++)");
  const python = PYTHONS.find((name) => spawnSync(name, ["-c", "import simpy"]).status === 0) ?? null;
  if (python === null)
    missing.push(
      "SimPy: no python3 here can import simpy (Debian: python3-simpy, on Debian 12 python3-simpy3)",
    );
  return { cpp, python, missing };
}

function compile(): string | null {
  const folder = join(PROJECT, "build/peers");
  mkdirSync(folder, { recursive: true });
  for (const name of REFERENCES) {
    const source = join(PROJECT, "bench/peers/cpp", `${name}.cpp`);
    const { status, error, stderr } = spawnSync(
      "g++",
      ["-O3", "-std=c++17", "-o", join(folder, name), source],
      { encoding: "utf8" },
    );
    if (error !== undefined) return null;
    if (status !== 0) throw new Error(`g++ does not compile ${name}.cpp:\n${stderr}`);
  }
  return folder;
}
