import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";

const folders = "{lib,components,app,scripts,messages}";

export default defineConfig({
  resolve: { alias: { "@": path.resolve(import.meta.dirname) } },
  test: {
    environment: "node",
    globalSetup: "scripts/home-for-tests.mjs",
    testTimeout: 20_000,
    hookTimeout: 30_000,
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
