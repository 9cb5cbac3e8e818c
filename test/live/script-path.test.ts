import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { resolveScript } from "../../src/live/script-path.ts";

const outside = realpathSync(mkdtempSync(join(tmpdir(), "scripts-test-")));
const root = join(outside, "root");
mkdirSync(join(root, "tools"), { recursive: true });
writeFileSync(join(root, "tools", "ok.sh"), "");
writeFileSync(join(outside, "secret.sh"), "");
mkdirSync(join(outside, "root-2"));
writeFileSync(join(outside, "root-2", "near.sh"), "");
symlinkSync(join(outside, "secret.sh"), join(root, "link.sh"));
symlinkSync(outside, join(root, "up"));
symlinkSync(join(root, "tools", "ok.sh"), join(root, "inner.sh"));
afterAll(() => rmSync(outside, { recursive: true }));

test("a script inside the folder is found, through links that stay inside too", () => {
  const path = join(root, "tools", "ok.sh");
  expect(resolveScript(root, "tools/ok.sh")).toEqual({ ok: true, path });
  expect(resolveScript(root, "inner.sh")).toEqual({ ok: true, path });
});

test.each([
  ["../secret.sh", /"\.\."/],
  ["tools/../../secret.sh", /"\.\."/],
  ["tools/../tools/ok.sh", /"\.\."/],
  [join(outside, "secret.sh"), /absolute/],
  [join(root, "tools/ok.sh"), /absolute/],
  ["link.sh", /leads out/],
  ["up/secret.sh", /leads out/],
  ["up/root-2/near.sh", /leads out/],
  ["tools", /not a file/],
  ["missing.sh", /does not exist/],
  ["nul\0.sh", /does not exist/],
])("the script path %j is refused", (script, reason) => {
  const found = resolveScript(root, script);
  expect(found.ok ? "" : found.reason).toMatch(reason);
});
