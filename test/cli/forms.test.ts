/** In which forms a report is written: `--charts`, `--parquet`, and what ran where when the run was small. */
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Folder, shipped } from "./folder.ts";

const folder = new Folder();

describe("the forms of a report", () => {
  test("pictures and Parquet files are there when asked for, and linked", () => {
    const run = folder.sim(
      "run",
      shipped("smoke"),
      "--quiet",
      "--out",
      "all",
      "--charts",
      "svg,png",
      "--parquet",
    );
    expect(run).toEqual({ status: 0, stdout: "", stderr: "" });
    const files = readdirSync(folder.at("all"));
    const page = folder.read("all/index.html");
    for (const ending of [".svg", ".png", ".parquet"]) {
      const found = files.filter((file) => file.endsWith(ending));
      expect(found.length).toBeGreaterThanOrEqual(4);
      for (const file of found) expect(page).toContain(`href="${file}"`);
    }
  });

  test("a form that does not exist is refused before any run", () => {
    const { status, stdout, stderr } = folder.sim(
      "run",
      shipped("smoke"),
      "--out",
      "none",
      "--charts",
      "svg,gif",
    );
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toBe("--charts: found gif; expected svg, png or both, as in svg,png\n");
    expect(readdirSync(folder.path)).not.toContain("none");
  });

  test("every attempt of a small run is in attempts.csv, and a large run has none", () => {
    folder.sim("run", shipped("smoke"), "--quiet", "--out", "small", "--tasks", "tasks.csv");
    const attempts = folder.read("small/attempts.csv").trimEnd().split("\n").slice(1);
    const tasks = folder.read("tasks.csv").trimEnd().split("\n");
    const column = tasks[0]!.split(",").indexOf("attempts");
    const counted = tasks.slice(1).reduce((sum, row) => sum + Number(row.split(",")[column]), 0);
    expect(attempts).toHaveLength(counted);
    folder.sim("run", shipped("dag"), "--quiet", "--out", "large", "--set", 'stop={"time":"10m"}');
    expect(readdirSync(folder.at("large"))).not.toContain("attempts.csv");
  });
});
