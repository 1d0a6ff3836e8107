import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { patience } from "./lib/server/base/patience-fixture.ts";
import { lanesOf } from "./scripts/testing/lanes.mjs";

export default defineConfig({
  resolve: { alias: { "@": path.resolve(import.meta.dirname) } },
  test: {
    environment: "node",
    globalSetup: "scripts/home-for-tests.mjs",
    setupFiles: "lib/server/base/each-file-fixture.ts",
    testTimeout: patience.testMs,
    hookTimeout: patience.hookMs,
    expect: { poll: { timeout: patience.pollMs } },
    // What is loaded is loaded once for all tests of a process: they leave nothing behind. A third of the time.
    isolate: false,
    maxWorkers: availableParallelism(),
    // By scripts/test.mjs one after the other.
    projects: lanesOf("vitest").map(({ name, match, but }) => ({
      extends: true,
      test: { name, include: match, exclude: but, pool: name === "unit" ? ("threads" as const) : ("forks" as const) },
    })),
  },
});
