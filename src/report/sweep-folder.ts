/**
 * The folder of a sweep. Unlike that of a report it is filled in place, since the runs gather in it for hours and
 * several processes may share it; each file takes its place in one rename, so that a reader sees all of it or none.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { OutputError, withOutput } from "./output-error.ts";

export class SweepFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** `isOurs` tells by a file's name that a folder belongs to a sweep; any other that is not empty is refused. */
  static open(dir: string, isOurs: (name: string) => boolean): SweepFolder {
    const path = existsSync(dir) ? realpathSync(dir) : resolve(dir);
    return withOutput(`write a sweep to ${dir}`, () => {
      if (existsSync(path) && !statSync(path).isDirectory())
        throw new OutputError("EXIST", `${path} is a file. Choose another folder with --out`);
      mkdirSync(path, { recursive: true });
      const entries = readdirSync(path);
      if (entries.length > 0 && !entries.some(isOurs))
        throw new OutputError(
          "EXIST",
          `${path} holds files that are not a sweep's. Choose another folder with --out`,
        );
      return new SweepFolder(path);
    });
  }

  write(name: string, content: string | Uint8Array): void {
    withOutput(`write ${name} to ${this.path}`, () => {
      const partial = join(this.path, `.${name}.${process.pid}.partial`);
      writeFileSync(partial, content);
      renameSync(partial, join(this.path, name));
    });
  }
}
