import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { writeToString } from "fast-csv";
import { expect, test } from "vitest";
import { neutralized } from "../../src/report/csv-cell.ts";
import { TASK_COLUMNS, type TaskRow, TaskRowWriter } from "../../src/report/task-rows.ts";
import { collector } from "./collector.ts";

const row: TaskRow = {
  id: 7,
  tenant: "acme, Inc.",
  class: "=job",
  status: "done",
  submitted: 1.5,
  started: 2,
  ended: 4.25,
  wait: 0.5,
  response: 2.75,
  attempts: 1,
  machine: "m-3",
  lane: "urgent",
  late: false,
  policy: "fifo",
  replication: 0,
  node: "submitter-1",
  losses: 1,
  failures: 2,
  pauses: 0,
  notice: "done",
};

test("a task is a row with the columns of the contract first", async () => {
  const { stream, text } = collector();
  const writer = new TaskRowWriter(stream);
  writer.write(row);
  await writer.end();
  expect(text()).toBe(
    "id,tenant,class,status,submitted,started,ended,wait,response,attempts,machine,lane,late,policy,replication,node,losses,failures,pauses,notice\n" +
      '7,"acme, Inc.",\'=job,done,1.5,2,4.25,0.5,2.75,1,m-3,urgent,false,fifo,0,submitter-1,1,2,0,done\n',
  );
});

test("what never happened is an empty cell", async () => {
  const { stream, text } = collector();
  const writer = new TaskRowWriter(stream);
  writer.write({
    ...row,
    tenant: "t",
    started: null,
    ended: null,
    wait: null,
    response: null,
    machine: null,
    attempts: 0,
    notice: null,
  });
  await writer.end();
  expect(text().split("\n")[1]).toBe("7,t,'=job,done,1.5,,,,,0,,urgent,false,fifo,0,submitter-1,1,2,0,");
});

test("rows are formatted as fast-csv would", async () => {
  const names = ["plain", 'with "quotes"', "a,b", "two\nlines", "", " spaces ", "ünï", "-x"];
  const rows = names.map((name, index) => ({
    ...row,
    id: index,
    tenant: name,
    machine: name,
    wait: index / 7,
  }));
  const { stream, text } = collector();
  const writer = new TaskRowWriter(stream);
  for (const each of rows) writer.write(each);
  await writer.end();
  const expected = rows.map((each) =>
    TASK_COLUMNS.map((name) =>
      typeof each[name] === "string" ? neutralized(each[name]) : String(each[name]),
    ),
  );
  expect(text()).toBe(
    await writeToString(expected, { headers: [...TASK_COLUMNS], includeEndRowDelimiter: true }),
  );
});

test("a slow stream asks for a pause and gets every row in the end", async () => {
  const folder = mkdtempSync(join(tmpdir(), "schedlab-"));
  const file = join(folder, "tasks.csv");
  const writer = new TaskRowWriter(createWriteStream(file));
  let pauses = 0;
  for (let id = 0; id < 20_000; id++) {
    writer.write({ ...row, id });
    if (writer.needsDrain) {
      pauses++;
      await writer.drained();
    }
  }
  await writer.end();
  expect(pauses).toBeGreaterThan(0);
  expect(readFileSync(file, "utf8").split("\n")).toHaveLength(20_002);
  rmSync(folder, { recursive: true });
});

test("a failing disk is told to whoever waits, and does not end the process", async () => {
  const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error("disk full")) });
  const writer = new TaskRowWriter(full);
  for (let id = 0; id < 2000; id++) writer.write({ ...row, id });
  await expect(writer.drained()).rejects.toThrow("disk full");
  expect(writer.needsDrain).toBe(true);
  await expect(writer.end()).rejects.toThrow("disk full");
});
