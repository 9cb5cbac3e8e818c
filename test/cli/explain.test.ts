/** `sim explain` tells what happened to one task, from a run with the digest of its report. */
import { rmSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { ResultDocument, Story } from "../../src/lab/result.ts";
import { Folder, shipped, type TaskLine, taskLines } from "./folder.ts";

const folder = new Folder();

function run(name: string, scenario: string, ...flags: string[]): TaskLine[] {
  const { status, stderr } = folder.sim(
    "run",
    scenario,
    "--out",
    name,
    "--tasks",
    `${name}.csv`,
    "--quiet",
    ...flags,
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return taskLines(folder.read(`${name}.csv`));
}

interface Told {
  readonly matches: boolean;
  readonly story: Story;
}

function told(...args: string[]): Story {
  const { status, stdout, stderr } = folder.sim("explain", ...args, "--json");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const { matches, story } = JSON.parse(stdout) as Told;
  expect(matches).toBe(true);
  const times = story.events.map(({ at }) => at);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  return story;
}

const texts = (story: Story) => story.events.map(({ text }) => text).join("\n");

describe("of failover", () => {
  let rows: TaskLine[];
  beforeAll(() => {
    rows = run("failover", shipped("failover"), "--set", 'stop.time="6m"');
  }, 120_000);

  test("a task that ran twice because its machine was lost says so", () => {
    const row = rows.find(({ losses, failures }) => losses === "1" && failures === "0")!;
    const { status, stdout } = folder.sim("explain", "failover", row["id"]!);
    expect(status).toBe(0);
    const lines = stdout.split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(stdout).not.toContain("\u001b");
    const words = stdout.replace(/\s+/g, " ");
    expect(words).toMatch(/sends it .*limiter-1 lets it pass, to submitter-\d .*has it stored, with the id/);
    expect(words).toMatch(
      /starts on (\S+): attempt 1, .*fault machine-crash strikes \1, which runs it.*the attempt is lost with \1 /,
    );
    expect(words).toMatch(/its machine was lost, which does not count as its failure.*attempt 2, .*is done/);
    expect(stdout).toContain("Told from a run with the digest of the report");
  });

  test("agrees with the task's row", () => {
    const number = rows.findIndex(({ losses }) => losses === "1") + 1;
    const row = rows[number - 1]!;
    const story = told("failover", String(number));
    expect({
      id: story.task,
      tenant: story.tenant,
      class: story.class,
      status: story.status,
      submitted: String(story.submitted),
      started: String(story.started),
      ended: String(story.ended),
      attempts: String(story.attempts),
    }).toEqual(
      Object.fromEntries(
        "id tenant class status submitted started ended attempts".split(" ").map((name) => [name, row[name]]),
      ),
    );
    expect(story.events.filter(({ what }) => what === "started")).toHaveLength(story.attempts);
    expect(told("failover", row["id"]!.slice(0, -1)).task.slice(0, -1)).toBe(row["id"]!.slice(0, -1));
  });

  test("a task that depended on another says on which, and when that ended", () => {
    const row = rows.find((line) => line["class"] === "ship")!;
    expect(texts(told("failover", row["id"]!))).toMatch(
      /depends on prepare (\S+)\n[\s\S]*prepare \1 has ended, done/,
    );
  });

  test("a task whose submitter died says who took it over, and a message that was lost is sent again", () => {
    const { runs } = folder.json<ResultDocument>("failover/result.json");
    const { at, target } = runs[0]!.recoveries.find(({ kind }) => kind === "submitter")!;
    // Between a crash and its discovery one submission in three goes to the dead node.
    const late = rows.filter(
      ({ submitted, wait }) => Math.abs(Number(submitted) - at - 1) < 2 && Number(wait) > 2,
    );
    const before = late.find(({ submitted }) => Number(submitted) < at)!;
    expect(texts(told("failover", before["id"]!))).toMatch(
      new RegExp(
        `fault submitter-crash strikes ${target}, which owns it[^]*${target} is taken for dead, and submitter-\\d takes it over`,
      ),
    );
    const after = late.find(({ submitted }) => Number(submitted) > at)!;
    expect(texts(told("failover", after["id"]!))).toMatch(
      /is dead, and the message is lost with it\n.* has no answer and sends it again \(try 2\)/,
    );
  }, 60_000);
});

test("a task that waited for off-peak says that its lane was closed, and one policy of several can be asked for", () => {
  const scenario = folder.write("off-peak.json", {
    name: "off-peak",
    stop: { tasks: 40 },
    tenants: [
      {
        name: "t",
        workloads: [
          {
            class: "now",
            arrivals: { process: "fixed", every: "1s" },
            duration: "2s",
            resources: { cpu: 1 },
          },
          {
            class: "later",
            arrivals: { process: "fixed", every: "10s" },
            duration: "1s",
            resources: { cpu: 1 },
            offPeak: true,
            delayTolerance: "1h",
          },
        ],
      },
    ],
    machines: [{ name: "m", count: 3, cpu: 1 }],
    policy: "off-peak",
    control: { monitor: { peak: "60%" } },
  });
  const rows = run("off-peak", scenario, "--policy", "fifo,off-peak");
  const row = rows.find(
    (line) => line["policy"] === "off-peak" && line["class"] === "later" && Number(line["wait"]) > 0,
  )!;
  expect(texts(told("off-peak", row["id"]!, "--policy", "off-peak"))).toContain(
    "waits because the off-peak lane is not served now",
  );
  expect(texts(told("off-peak", row["id"]!))).not.toContain("not served");
  const { status, stderr } = folder.sim("explain", "off-peak", "1", "--policy", "off-peek");
  expect(status).toBe(2);
  expect(stderr).toContain("Did you mean off-peak?");
});

test("a refused submission says why, and when to come back", () => {
  const scenario = folder.write("limited.json", {
    name: "limited",
    stop: { tasks: 20 },
    plans: { small: { limit: "1/m", burst: 1 } },
    tenants: [
      {
        name: "t",
        plan: "small",
        workloads: [
          {
            class: "job",
            arrivals: { process: "fixed", every: "1s" },
            duration: "1s",
            resources: { cpu: 1 },
          },
        ],
      },
    ],
    machines: [{ name: "m", cpu: 1 }],
    policy: "fifo",
  });
  run("limited", scenario);
  const story = told("limited", "refused:1");
  expect(story.status).toBe("refused");
  expect(texts(story)).toMatch(/t sends it\nis refused: .* plan allows for now; it may come back after 59 s/);
});

describe("what cannot be explained is said, with exit code 2", () => {
  let rows: TaskLine[];
  beforeAll(() => {
    rows = run("smoke", shipped("smoke"));
  });
  const refused = (...args: string[]) => {
    const { status, stdout, stderr } = folder.sim("explain", ...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    return stderr;
  };

  test("an unknown id, with the nearest ones and how to find them", () => {
    const ids = rows.map(({ id }) => id!).sort();
    const between = `${ids[3]!.slice(0, -1)}v`;
    const message = refused("smoke", between);
    expect(message).toContain("there is no such task");
    expect(ids.some((id) => message.includes(id))).toBe(true);
    expect(message).toContain("--tasks");
  });

  test("a beginning of many ids, a row that there is not, and a refusal where there was none", () => {
    expect(refused("smoke", rows[0]!["id"]!.slice(0, 3))).toContain(`${rows.length} ids begin like this`);
    expect(refused("smoke", "1000")).toContain(`there are ${rows.length} rows`);
    expect(refused("smoke", "refused:1")).toContain("no submission was refused");
  });

  test("a folder that is not a report, and a report that cannot be run again", () => {
    folder.write("nothing/file.txt", "");
    expect(refused("nothing", "1")).toContain("this is not a report");
    run("old", shipped("smoke"));
    writeFileSync(folder.at("old/run.json"), "{}");
    expect(refused("old", "1")).toContain("it is not as sim run wrote it");
    rmSync(folder.at("old/run.json"));
    expect(refused("old", "1")).toContain("it has no run.json");
  });
});

test("a story whose digest is not the report's is told with a warning and exit code 1", () => {
  run("edited", shipped("smoke"));
  const document = folder.read("edited/result.json");
  const { digest } = (JSON.parse(document) as { runs: { digest: string }[] }).runs[0]!;
  folder.write("edited/result.json", document.replaceAll(digest, "0".repeat(digest.length)));
  const { status, stdout, stderr } = folder.sim("explain", "edited", "1");
  expect(status).toBe(1);
  expect(stdout).toContain("starts on");
  expect(stderr).toContain("may not be that of the report");
});

test("changes by --set, a policy file and several replications are run again as they were", () => {
  folder.write("mine.js", `export default { name: "mine", rank: (task) => -task.submittedAt };`);
  run(
    "mine",
    shipped("smoke"),
    "--policy",
    "./mine.js",
    "--set",
    "machines.0.count=1",
    "--replications",
    "3",
  );
  expect(texts(told("mine", "1"))).toContain("is done");
});
