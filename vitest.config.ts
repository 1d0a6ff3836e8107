import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { patience } from "./lib/server/base/patience-fixture";

const folders = "{lib,components,app,scripts,messages}";

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
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [`${folders}/**/*.test.{ts,tsx,mjs}`],
          exclude: ["**/*.int.test.ts"],
          pool: "threads",
        },
      },
      { extends: true, test: { name: "integration", include: [`${folders}/**/*.int.test.ts`] } },
    ],
  },
});
