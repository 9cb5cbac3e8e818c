/** Halts on a broken promise of our own. Stays on in production: two of these cost about a nanosecond. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new AssertionError(message);
}

export class AssertionError extends Error {
  override name = "AssertionError";
}
