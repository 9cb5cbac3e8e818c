import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { OutputError, ReportFolder, writeReport } from "../../src/report/write.ts";
import { sampleDocument } from "./sample.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "schedlab-"));
});
afterEach(() => {
  chmodSync(root, 0o700);
  rmSync(root, { recursive: true, force: true });
});

function refusal(dir: string): OutputError {
  try {
    ReportFolder.open(dir);
  } catch (error) {
    if (error instanceof OutputError) return error;
    throw error;
  }
  throw new Error(`${dir} was not refused`);
}

describe("a report folder", () => {
  test("holds every form of the result after commit, and nothing stands beside it", async () => {
    const folder = ReportFolder.open(join(root, "deep", "er", "report"));
    const document = sampleDocument();
    await writeReport(folder, document);
    expect(existsSync(folder.path)).toBe(false);
    folder.commit();
    expect(readdirSync(folder.path).sort()).toEqual([
      "index.html",
      "metrics.csv",
      "result.json",
      "timeline.csv",
      "waits.csv",
    ]);
    expect(JSON.parse(readFileSync(join(folder.path, "result.json"), "utf8"))).toEqual(document);
    expect(readdirSync(join(root, "deep", "er"))).toEqual(["report"]);
  });

  test("replaces an older report as a whole", () => {
    const path = join(root, "report");
    mkdirSync(path);
    writeFileSync(join(path, "result.json"), "old");
    writeFileSync(join(path, "left-over.csv"), "old");
    const folder = ReportFolder.open(path);
    folder.write("result.json", "new");
    expect(readFileSync(join(path, "result.json"), "utf8")).toBe("old");
    folder.commit();
    expect(readdirSync(path)).toEqual(["result.json"]);
    expect(readFileSync(join(path, "result.json"), "utf8")).toBe("new");
    expect(readdirSync(root)).toEqual(["report"]);
  });

  test("takes an empty folder's place, and follows a link to one", () => {
    mkdirSync(join(root, "real"));
    symlinkSync(join(root, "real"), join(root, "link"));
    const folder = ReportFolder.open(join(root, "link"));
    folder.write("result.json", "{}");
    folder.commit();
    expect(readdirSync(join(root, "real"))).toEqual(["result.json"]);
    expect(readFileSync(join(root, "link", "result.json"), "utf8")).toBe("{}");
  });

  test("is refused at once where it would replace what is not a report", () => {
    writeFileSync(join(root, "thesis.txt"), "years of work");
    expect(refusal(root).message).toContain("holds files that are not a report");
    expect(refusal(join(root, "thesis.txt")).message).toContain("is a file");
    expect(refusal(join(root, "thesis.txt", "report")).message).toMatch(/a part of the path is a file/);
    expect(refusal(process.cwd()).message).toContain("is the current folder");
    expect(readdirSync(root)).toEqual(["thesis.txt"]);
  });

  test("is refused at once where nothing may be written", () => {
    // The suite may run as root, whom no permission stops: a file system without writing does.
    const locked = process.getuid?.() === 0 ? "/proc/schedlab/report" : join(root, "report");
    chmodSync(root, 0o500);
    expect(refusal(locked).message).toMatch(/^cannot write a report to .*: /);
  });

  test("leaves nothing behind when discarded, and may be discarded again", () => {
    const folder = ReportFolder.open(join(root, "a", "b", "report"));
    folder.write("result.json", "{}");
    folder.discard();
    folder.discard();
    expect(readdirSync(root)).toEqual([]);
  });

  test("when discarded keeps parent folders that somebody has used since", () => {
    const folder = ReportFolder.open(join(root, "a", "b", "report"));
    writeFileSync(join(root, "a", "note.txt"), "mine");
    folder.discard();
    expect(readdirSync(join(root, "a"))).toEqual(["note.txt"]);
  });

  test("stays after commit, even when discarded", () => {
    const folder = ReportFolder.open(join(root, "report"));
    folder.write("result.json", "{}");
    folder.commit();
    folder.discard();
    expect(readdirSync(folder.path)).toEqual(["result.json"]);
  });

  test("that cannot take its place is kept, and the error says where", () => {
    const folder = ReportFolder.open(join(root, "report"));
    folder.write("result.json", "{}");
    mkdirSync(folder.path);
    writeFileSync(join(folder.path, "thesis.txt"), "years of work");
    expect(() => folder.commit()).toThrow(/The finished report is in .*\.report\.\w+\.partial$/);
    folder.discard();
    const kept = readdirSync(root).find((name) => name.endsWith(".partial"))!;
    expect(readdirSync(join(root, kept))).toEqual(["result.json"]);
    expect(readdirSync(folder.path)).toEqual(["thesis.txt"]);
  });

  test("of an earlier time is replaced by each of several in turn", () => {
    const folders = [1, 2, 3].map(() => ReportFolder.open(join(root, "report")));
    folders.forEach((folder, index) => {
      folder.write("result.json", String(index));
      folder.commit();
    });
    expect(readFileSync(join(root, "report", "result.json"), "utf8")).toBe("2");
    expect(readdirSync(root)).toEqual(["report"]);
  });
});
