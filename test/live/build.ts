/**
 * The child processes of these tests run built JavaScript, so it is brought up to date first: once, by whichever
 * test file comes first, while the others wait.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const ROOMS = ["engine", "policies", "cluster", "scenario", "live"];
const lock = join(root, "dist", ".building");

export async function upToDateBuild(): Promise<void> {
  mkdirSync(join(root, "dist"), { recursive: true });
  for (let waited = 0; isStale(); waited++) {
    try {
      mkdirSync(lock);
    } catch {
      // A lock that outlives the longest build was left behind.
      if (waited > 300) rmdirSync(lock);
      await sleep(100);
      continue;
    }
    try {
      execFileSync(
        process.execPath,
        [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json"],
        {
          cwd: root,
          stdio: "ignore",
        },
      );
    } catch {
      // Errors of types anywhere in the project are not these tests' business; what was emitted is checked next.
      if (isStale()) throw new Error("the build failed: run npm run build");
    } finally {
      rmdirSync(lock);
    }
  }
}

function isStale(): boolean {
  return ROOMS.some((room) =>
    sources(join(root, "src", room)).some((source) => {
      const built = join(root, "dist", room, source.replace(/\.ts$/, ".js"));
      return (
        !existsSync(built) || statSync(built).mtimeMs < statSync(join(root, "src", room, source)).mtimeMs
      );
    }),
  );
}

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
}
