/** A folder for the commands of one test file, and what is found in it afterwards. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { afterAll } from "vitest";
import { type Finished, sim, temporaryFolder } from "../support/sim.ts";

/** The path of a scenario that comes with schedlab. */
export function shipped(name: string): string {
  return resolve("scenarios", `${name}.json`);
}

export class Folder {
  readonly path = temporaryFolder();

  constructor() {
    afterAll(() => rmSync(this.path, { recursive: true, force: true }));
  }

  at(name: string): string {
    return join(this.path, name);
  }

  write(name: string, content: string | object): string {
    const path = this.at(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
    return path;
  }

  read(name: string): string {
    return readFileSync(this.at(name), "utf8");
  }

  json<Value>(name: string): Value {
    return JSON.parse(this.read(name)) as Value;
  }

  /** Every file and folder below, with its size, so that two listings are equal when nothing was written. */
  listing(): string[] {
    return list(this.path)
      .map(
        (path) => `${relative(this.path, path)} ${statSync(path).isDirectory() ? "" : statSync(path).size}`,
      )
      .sort();
  }

  /** Runs `sim` with this as the current folder. */
  sim(...args: string[]): Finished {
    return sim(args, { cwd: this.path });
  }
}

export interface TaskLine {
  readonly [column: string]: string;
}

/** The rows of a `--tasks` file. No name in these tests needs quotes. */
export function taskLines(csv: string): TaskLine[] {
  const [header, ...lines] = csv.trimEnd().split("\n");
  const columns = header!.split(",");
  return lines.map((line) => {
    const cells = line.split(",");
    return Object.fromEntries(columns.map((column, i) => [column, cells[i]!]));
  });
}

function list(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? [path, ...list(path)] : [path];
  });
}
