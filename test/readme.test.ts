/** What the README shows is what the commands print. To renew it: SCHEDLAB_RENEW=1 npx vitest run test/readme.test.ts */
import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { sim, temporaryFolder } from "./support/sim.ts";

const README = resolve("README.md");
const folder = temporaryFolder();
symlinkSync(resolve("scenarios"), join(folder, "scenarios"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const text = readFileSync(README, "utf8");
const shown = [...text.matchAll(/```console\n\$ npx sim ([^\n]+)\n([\s\S]*?)```/g)].map(
  ([block, command, output]) => ({
    block: block!,
    command: command!,
    output: output!,
  }),
);

describe("the README", () => {
  test.each(shown)("shows what `sim $command` prints", ({ block, command, output }) => {
    const { status, stdout } = sim(command.split(" "), { cwd: folder });
    expect(status).toBe(0);
    if (process.env["SCHEDLAB_RENEW"] === "1") {
      const renewed = block.replace(output, () => stdout);
      writeFileSync(
        README,
        readFileSync(README, "utf8").replace(block, () => renewed),
      );
      return;
    }
    expect(output).toBe(stdout);
  });

  test("has an example to show", () => {
    expect(shown.length).toBeGreaterThan(0);
  });

  test("lists every scenario with its own description", () => {
    const rows = [...text.matchAll(/^\| \[(\S+\.json)\]\(scenarios\/\S+\) \| (.+) \|$/gm)];
    expect(rows.length).toBeGreaterThanOrEqual(7);
    for (const [, file, description] of rows) {
      const scenario = JSON.parse(readFileSync(join("scenarios", file!), "utf8")) as { description: string };
      expect(description).toBe(scenario.description);
    }
    expect(text).toContain("[scenarios/faults](scenarios/faults)");
  });
});
