import { expect, test } from "vitest";
import { threefry } from "../../src/engine/threefry.ts";

// The known answers that the authors publish with Random123 (threefry2x32, 20 rounds).
test.each([
  ["zeros", [0, 0], [0, 0], [0x6b200159, 0x99ba4efe]],
  ["ones", [0xffffffff, 0xffffffff], [0xffffffff, 0xffffffff], [0x1cb996fc, 0xbb002be7]],
  ["digits of pi", [0x13198a2e, 0x03707344], [0x243f6a88, 0x85a308d3], [0xc4923a9c, 0x483df7a0]],
])("threefry gives the published words for %s", (_, key, counter, words) => {
  const block = new Int32Array(2);
  threefry(block, key[0]! | 0, key[1]! | 0, counter[0]! | 0, counter[1]! | 0);
  expect([block[0]! >>> 0, block[1]! >>> 0]).toEqual(words);
});
