/** The state that a random stream of a run begins with, so that a program in another language can draw the same numbers. */
import seedrandom from "seedrandom";
import { Random, Streams } from "../../src/engine/random.ts";

export function streamWords(seed: number, name: string, entity: string): number[] {
  const source = seedrandom(JSON.stringify(["stream", seed, 0, name, entity]));
  const words = [source.int32(), source.int32(), source.int32(), source.int32()] as const;
  // The engine keeps to itself how it seeds its streams: whoever changes it learns here that this has to follow.
  if (new Random(...words).int32() !== new Streams(seed, 0).stream(name, entity).int32())
    throw new Error("streams are seeded in another way than bench/harness/stream-words.ts believes");
  return [...words];
}
