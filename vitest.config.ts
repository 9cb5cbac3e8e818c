import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: ["test/support/build.ts"],
    include: ["test/**/*.test.ts"],
    exclude: ["test/browser/**"],
    // One core is left idle by default, and on a small machine that is half of it.
    maxWorkers: "100%",
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
