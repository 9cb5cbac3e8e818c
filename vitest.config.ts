import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: ["test/support/build.ts"],
    include: ["test/**/*.test.ts"],
    exclude: ["test/browser/**"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
