/**
 * Opens a report in a real Chromium: `node browser.mjs <index.html>`. Fails on a message in the console, a request to
 * the outside, a chart that was not drawn, and on a hostile name that did not stay text.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = mkdtempSync(join(tmpdir(), "schedlab-browser-"));
try {
  check(resolve(process.argv[2]), "the report");
  const name = "<script>document.title='owned'</script>";
  const scenario = JSON.parse(readFileSync("scenarios/smoke.json", "utf8"));
  scenario.tenants[0].name = name;
  scenario.tenants[0].workloads[0].class = `"><img src=x onerror="document.title='owned'">`;
  writeFileSync(join(folder, "hostile.json"), JSON.stringify(scenario));
  const out = join(folder, "hostile");
  run(process.execPath, ["dist/cli/main.js", "run", join(folder, "hostile.json"), "--out", out, "--quiet"]);
  check(join(out, "index.html"), "the report with hostile names");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function check(page, what) {
  const { stdout, stderr } = run("chromium", [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    `--user-data-dir=${join(folder, "profile")}`,
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--window-size=1100,2000",
    "--virtual-time-budget=8000",
    "--enable-logging=stderr",
    "--dump-dom",
    pathToFileURL(page).href,
  ]);
  const said = stderr.split("\n").filter((line) => line.includes("CONSOLE"));
  if (said.length > 0) fail(what, `the console says:\n${said.join("\n")}`);
  const charts = (stdout.match(/class="marks"/g) ?? []).length;
  if (charts < 3) fail(what, `only ${charts} charts were drawn`);
  if (/<title>[^<]*owned/.test(stdout)) fail(what, "a name was run as a script");
  process.stdout.write(`${what}: ${charts} charts drawn, nothing in the console\n`);
}

function run(program, args) {
  const result = spawnSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (result.status !== 0) throw new Error(`${program} ended with ${result.status}: ${result.stderr}`);
  return result;
}

function fail(what, message) {
  throw new Error(`${what}: ${message}`);
}
