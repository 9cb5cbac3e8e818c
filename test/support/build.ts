/** Builds dist once before the tests: some of them run the real command, real threads and real child processes. */
import { execFileSync } from "node:child_process";

export default function setup(): void {
  process.stdout.write(
    "Left out here, because it needs Chromium: the report in a real browser. bash .ci/run checks it.\n",
  );
  execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json"], {
    stdio: "inherit",
  });
}
