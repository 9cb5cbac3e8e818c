/**
 * How numbers read to people: three significant digits, units that fit the size, thousands separated. Written by
 * hand rather than with Intl, whose output changes between builds of Node and would change committed reports.
 */

/** What stands where a number does not exist: nothing was measured, or it was not a number. */
export const NOTHING = "–";

/** `12.3 ms`, `4.20 s`, `3.10 min`, `2.40 h`, `5.00 d`. */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds)) return NOTHING;
  if (seconds === 0) return "0 s";
  const sign = seconds < 0 ? "-" : "";
  const size = Math.abs(seconds);
  if (size < 1e-6) return "< 1 µs";
  for (const unit of DURATION_UNITS) {
    const text = threeDigits(size / unit.seconds);
    // Compared after rounding, so that 59.97 s reads 1.00 min and never 60.0 s.
    if (Number(text) < unit.below) return `${sign}${text} ${unit.name}`;
  }
  return `${sign}${formatCount(size / DAY)} d`;
}

/** Whole numbers with thousands separated; from ten million on, in millions and billions. */
export function formatCount(count: number): string {
  if (!Number.isFinite(count)) return NOTHING;
  const size = Math.abs(count);
  if (size >= 1e10) return `${formatDecimal(count / 1e9)} bn`;
  if (size >= 1e7) return `${formatDecimal(count / 1e6)} M`;
  return separated(String(Math.round(count)));
}

/** A number that need not be whole: `0.123`, `1.20`, `12.3`, `1,234`. */
export function formatDecimal(value: number): string {
  if (!Number.isFinite(value)) return NOTHING;
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1000) return String(value);
  if (size >= 1e15) return value.toPrecision(3);
  if (size >= 999.5) return separated(String(Math.round(value)));
  if (size < 0.0005) return value.toPrecision(1);
  return size < 1 ? value.toPrecision(3) : `${value < 0 ? "-" : ""}${threeDigits(size)}`;
}

/** `2.31 %`. What is more than nothing never reads as nothing, nor what is less than all as all. */
export function formatPercent(ratio: number): string {
  if (!Number.isFinite(ratio)) return NOTHING;
  const percent = ratio * 100;
  if (percent === 0) return "0 %";
  if (percent > 0 && percent < 0.01) return "< 0.01 %";
  if (percent < 100 && percent >= 99.95) return "> 99.9 %";
  return `${Math.abs(percent) < 9.995 ? percent.toFixed(2) : percent.toFixed(1)} %`;
}

/** A Vega expression: shares on an axis read as in the tables. */
export const PERCENT_LABEL = "format(datum.value * 100, '~r') + ' %'";

/** The unit in which a span of time is best drawn on an axis. */
export function axisUnit(seconds: number): { readonly name: string; readonly seconds: number } {
  if (seconds <= 0.2) return { name: "ms", seconds: 1e-3 };
  if (seconds <= 3 * MINUTE) return { name: "s", seconds: 1 };
  if (seconds <= 3 * HOUR) return { name: "min", seconds: MINUTE };
  if (seconds <= 4 * DAY) return { name: "h", seconds: HOUR };
  return { name: "days", seconds: DAY };
}

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

const DURATION_UNITS = [
  { name: "µs", seconds: 1e-6, below: 1000 },
  { name: "ms", seconds: 1e-3, below: 1000 },
  { name: "s", seconds: 1, below: 60 },
  { name: "min", seconds: MINUTE, below: 60 },
  { name: "h", seconds: HOUR, below: 48 },
  { name: "d", seconds: DAY, below: 1000 },
];

function threeDigits(value: number): string {
  if (value < 9.995) return value.toFixed(2);
  return value < 99.95 ? value.toFixed(1) : value.toFixed(0);
}

function separated(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}
