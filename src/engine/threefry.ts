/**
 * Threefry-2x32 with 20 rounds (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011):
 * turns a key and a counter into two random words without any state, by additions, rotations and exclusive ors.
 */

/** Writes the two words for (key, counter) to `block`. */
export function threefry(
  block: Int32Array,
  key0: number,
  key1: number,
  counter0: number,
  counter1: number,
): void {
  const key2 = 0x1bd11bda ^ key0 ^ key1;
  let x = (counter0 + key0) | 0;
  let y = (counter1 + key1) | 0;
  let next = key1;
  let afterNext = key2;
  let last = key0;
  for (let group = 1; group <= 5; group++) {
    // Four rounds with one of two sets of rotations, then a part of the key.
    if ((group & 1) === 1) {
      x = (x + y) | 0;
      y = ((y << 13) | (y >>> 19)) ^ x;
      x = (x + y) | 0;
      y = ((y << 15) | (y >>> 17)) ^ x;
      x = (x + y) | 0;
      y = ((y << 26) | (y >>> 6)) ^ x;
      x = (x + y) | 0;
      y = ((y << 6) | (y >>> 26)) ^ x;
    } else {
      x = (x + y) | 0;
      y = ((y << 17) | (y >>> 15)) ^ x;
      x = (x + y) | 0;
      y = ((y << 29) | (y >>> 3)) ^ x;
      x = (x + y) | 0;
      y = ((y << 16) | (y >>> 16)) ^ x;
      x = (x + y) | 0;
      y = ((y << 24) | (y >>> 8)) ^ x;
    }
    x = (x + next) | 0;
    y = (y + afterNext + group) | 0;
    const used = next;
    next = afterNext;
    afterNext = last;
    last = used;
  }
  block[0] = x;
  block[1] = y;
}
