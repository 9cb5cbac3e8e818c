/**
 * The folder a report goes to, opened before the run, so that a wrong path is known in the first second and not
 * after an hour. Files gather in a hidden folder beside the target and take its place in one rename, so a reader
 * sees the old report or the new one, and an interrupted run leaves nothing behind.
 */
import { randomBytes } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { errorCode, OutputError, withOutput } from "./output-error.ts";

export class ReportFolder {
  /** Where the report will be. */
  readonly path: string;
  readonly #partial: string;
  /** Folders that open() had to create, outermost first. */
  readonly #createdParents: readonly string[];
  #state: "open" | "closed" = "open";

  private constructor(path: string, partial: string, createdParents: readonly string[]) {
    this.path = path;
    this.#partial = partial;
    this.#createdParents = createdParents;
  }

  /** Throws an OutputError that says what to do when the report could not be written there. */
  static open(dir: string): ReportFolder {
    const path = existsSync(dir) ? realpathSync(dir) : resolve(dir);
    refuseWhatIsNotOurs(path);
    return withOutput(`write a report to ${dir}`, () => {
      const missing = missingParents(path);
      const partial = hiddenSibling(path, "partial");
      try {
        // One by one: Node's recursive form never returns where the system refuses with ENOENT, as in /proc.
        for (const folder of missing) createFolder(folder);
        mkdirSync(partial);
      } catch (error) {
        removeEmpty(missing);
        throw error;
      }
      return new ReportFolder(path, partial, missing);
    });
  }

  /** Puts a file into the report. */
  write(name: string, content: string | Uint8Array): void {
    if (this.#state !== "open") throw new Error("the report is closed");
    withOutput(`write ${name} of the report ${this.path}`, () =>
      writeFileSync(join(this.#partial, name), content),
    );
  }

  /** The report takes its place. On failure it is kept where it is, complete, and the error says where. */
  commit(): void {
    if (this.#state !== "open") throw new Error("the report is closed");
    this.#state = "closed";
    try {
      refuseWhatIsNotOurs(this.path);
      withOutput(`move the report to ${this.path}`, () => replaceFolder(this.#partial, this.path));
    } catch (error) {
      if (!(error instanceof OutputError)) throw error;
      const message = `${error.message}. The finished report is in ${this.#partial}`;
      throw new OutputError(error.code, message, { cause: error });
    }
  }

  /** Removes all traces of a report that was not committed. Synchronous, for signal handlers; may be called again. */
  discard(): void {
    if (this.#state === "closed") return;
    this.#state = "closed";
    rmSync(this.#partial, { recursive: true, force: true });
    removeEmpty(this.#createdParents);
  }
}

/** Only an empty folder or an older report may be replaced: never a home folder given by mistake. */
function refuseWhatIsNotOurs(path: string): void {
  const entries = withOutput(`read ${path}`, () => {
    if (!existsSync(path)) return [];
    if (!statSync(path).isDirectory())
      throw new OutputError("EXIST", `${path} is a file. Choose another folder with --out`);
    return readdirSync(path);
  });
  if (existsSync(path) && !relative(path, process.cwd()).startsWith(".."))
    throw new OutputError(
      "EXIST",
      `${path} is the current folder or holds it, and a report replaces its folder. Choose one inside it, such as --out ${join(path, "report")}`,
    );
  if (entries.length > 0 && !entries.some((entry) => MARKS.includes(entry)))
    throw new OutputError(
      "EXIST",
      `${path} holds files that are not a report (it has no ${MARKS[0]}), and a report replaces its folder. Choose another with --out`,
    );
}

/** By one of these files a folder is known as a report: of runs, of a plan, of a search. */
const MARKS: readonly string[] = ["result.json", "plan.json", "search.json"];

/** Two folders cannot be exchanged in one step everywhere: the old one is moved aside, and back if that fails. */
function replaceFolder(partial: string, path: string): void {
  if (!existsSync(path)) {
    renameSync(partial, path);
    return;
  }
  const old = hiddenSibling(path, "old");
  try {
    renameSync(path, old);
  } catch (error) {
    // A mount point, as in a container, cannot be renamed: it is filled instead.
    if (!["EBUSY", "EXDEV", "EPERM", "EACCES"].includes(errorCode(error))) throw error;
    for (const name of readdirSync(partial)) copyFileSync(join(partial, name), join(path, name));
    rmSync(partial, { recursive: true, force: true });
    return;
  }
  try {
    renameSync(partial, path);
  } catch (error) {
    renameSync(old, path);
    throw error;
  }
  rmSync(old, { recursive: true, force: true });
}

function hiddenSibling(path: string, kind: string): string {
  const name = basename(path).slice(0, 100).replace(/^\.+/, "");
  return join(dirname(path), `.${name}.${randomBytes(4).toString("hex")}.${kind}`);
}

function missingParents(path: string): string[] {
  const missing: string[] = [];
  for (let folder = dirname(path); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  return missing;
}

/** Another run may have created it in the meantime. */
function createFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
}

/** Innermost first; the first that somebody else uses stays, and with it those around it. */
function removeEmpty(folders: readonly string[]): void {
  for (const folder of [...folders].reverse()) {
    try {
      rmdirSync(folder);
    } catch (error) {
      if (errorCode(error) !== "ENOENT") return;
    }
  }
}
