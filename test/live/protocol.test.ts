import { describe, expect, test } from "vitest";
import { LineReader, MAX_LINE } from "../../src/live/lines.ts";
import { decodeToAgent, decodeToCoordinator, encode } from "../../src/live/protocol.ts";

describe("lines", () => {
  test("come out whole however the bytes are cut, letters of several bytes too", () => {
    const lines: string[] = [];
    const reader = new LineReader((line) => lines.push(line));
    const bytes = Buffer.from('{"a":"é"}\n\n{"b":"—"}\nrest');
    for (const byte of bytes) expect(reader.push(Buffer.from([byte]))).toBe(true);
    expect(lines).toEqual(['{"a":"é"}', "", '{"b":"—"}']);
  });

  test("that never end are cut off", () => {
    const reader = new LineReader(() => {});
    expect(reader.push(Buffer.alloc(MAX_LINE, "x"))).toBe(true);
    expect(reader.push(Buffer.from("x"))).toBe(false);
  });
});

describe("messages", () => {
  test("survive the way", () => {
    const message = { type: "ack", task: "01jv", token: 3, accepted: false } as const;
    expect(decodeToAgent(encode(message).trim())).toEqual(message);
  });

  test.each([
    "",
    "null",
    "[]",
    '{"type":"result"}',
    '{"type":"result","result":{"task":"../x","token":1,"outcome":"done"}}',
    '{"type":"result","result":{"task":"a","token":1.5,"outcome":"done"}}',
    '{"type":"result","result":{"task":"a","token":1,"outcome":"lost"}}',
    '{"type":"beat","__proto__":{"agent":1},"more":1}',
    '{"type":"hello","agent":-1}',
  ])("of any other shape are not taken: %s", (line) => {
    expect(decodeToCoordinator(line)).toBeNull();
  });
});
