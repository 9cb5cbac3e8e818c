/** What reports/examples holds is what the commands write today, byte for byte. `npm run examples` renews it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { EXAMPLES } from "./examples/examples.ts";
import { sim, temporaryFolder } from "./support/sim.ts";

const made = temporaryFolder();
afterAll(() => rmSync(made, { recursive: true, force: true }));
const ROOT = join("reports", "examples");

describe("the example", () => {
  test.each(EXAMPLES)("$name is what its command writes", ({ name, args, keeps }) => {
    const out = join(made, name);
    const { status, stderr } = sim([...args, "--out", out, "--quiet", "--threads", "1"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const files = readdirSync(out)
      .filter((file) => keeps.test(file))
      .sort();
    const kept = join(ROOT, name);
    if (process.env["SCHEDLAB_RENEW"] === "1") {
      rmSync(kept, { recursive: true, force: true });
      mkdirSync(kept, { recursive: true });
      for (const file of files) writeFileSync(join(kept, file), readFileSync(join(out, file)));
      return;
    }
    expect(readdirSync(kept).sort()).toEqual(files);
    const differ = files.filter(
      (file) => !readFileSync(join(kept, file)).equals(readFileSync(join(out, file))),
    );
    expect(differ, "npm run examples renews them; look at what changed").toEqual([]);
  });

  test("folders are all made by a command", () => {
    expect(existsSync(ROOT)).toBe(true);
    const folders = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual(EXAMPLES.map(({ name }) => name).sort());
  });
});
