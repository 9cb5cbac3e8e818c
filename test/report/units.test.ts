import { expect, test } from "vitest";
import {
  axisUnit,
  formatCount,
  formatDecimal,
  formatDuration,
  formatPercent,
} from "../../src/report/units.ts";

test.each([
  [0, "0 s"],
  [1e-7, "< 1 µs"],
  [2.5e-6, "2.50 µs"],
  [0.0123, "12.3 ms"],
  [0.123456, "123 ms"],
  [0.9999, "1.00 s"],
  [4.2, "4.20 s"],
  [59.97, "1.00 min"],
  [186, "3.10 min"],
  [3599.9, "1.00 h"],
  [8640, "2.40 h"],
  [86_400 * 5, "5.00 d"],
  [86_400 * 4000, "4,000 d"],
  [-90, "-1.50 min"],
  [Number.NaN, "–"],
  [Number.POSITIVE_INFINITY, "–"],
])("%d seconds read %s", (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

test("counts have their thousands separated and turn into millions when they are long", () => {
  expect([0, 999, 1000, 1_203_844, 12_345_678, 1.5e10, -4321].map(formatCount)).toEqual([
    "0",
    "999",
    "1,000",
    "1,203,844",
    "12.3 M",
    "15 bn",
    "-4,321",
  ]);
});

test("decimals keep three digits", () => {
  expect([0, 1, 0.5, 1.2, 12.34, 123.456, 999.7, 45_678.9, 0.00386, 1e-7, -1.5].map(formatDecimal)).toEqual([
    "0",
    "1",
    "0.500",
    "1.20",
    "12.3",
    "123",
    "1,000",
    "45,679",
    "0.00386",
    "1e-7",
    "-1.50",
  ]);
});

test("a share reads as nothing or as all only when it is", () => {
  expect([0, 1e-6, 0.0231, 0.1, 0.99999, 1, 1.2].map(formatPercent)).toEqual([
    "0 %",
    "< 0.01 %",
    "2.31 %",
    "10.0 %",
    "> 99.9 %",
    "100.0 %",
    "120.0 %",
  ]);
});

test("an axis is drawn in the unit that keeps its numbers short", () => {
  expect([0.1, 60, 3600, 86_400, 86_400 * 30].map((seconds) => axisUnit(seconds).name)).toEqual([
    "ms",
    "s",
    "min",
    "h",
    "days",
  ]);
});
