import { describe, expect, test } from "vitest";
import { EXPONENTIAL, HALF_NORMAL, LAYERS, type Ziggurat } from "../../src/engine/ziggurat.ts";

describe.each<[string, Ziggurat, (x: number) => number]>([
  ["exponential", EXPONENTIAL, (x) => Math.exp(-x)],
  ["normal", HALF_NORMAL, (x) => Math.exp(-0.5 * x * x)],
])("the ziggurat of the %s density", (_, { tail, width, height }, density) => {
  test("has layers of equal area that close exactly at the peak", () => {
    const area = width[0]! * density(tail);
    for (let layer = 1; layer < LAYERS; layer++) {
      const thickness = height[layer + 1]! - height[layer]!;
      expect(Math.abs((width[layer]! * thickness) / area - 1), `layer ${layer}`).toBeLessThan(1e-9);
    }
  });

  test("lies on the density at each corner", () => {
    for (let layer = 1; layer <= LAYERS; layer++) {
      expect(height[layer]!).toBeCloseTo(density(width[layer]!), 12);
      expect(width[layer]!).toBeLessThan(width[layer - 1]!);
    }
  });
});
