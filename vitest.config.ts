import path from "node:path";
import { defineConfig } from "vitest/config";

const folders = "{lib,components,app,scripts,messages}";

export default defineConfig({
  resolve: { alias: { "@": path.resolve(import.meta.dirname) } },
  test: {
    environment: "node",
    testTimeout: 20_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        // They leave nothing behind, so that all of them may share what they load: a third of the time.
        test: {
          name: "unit",
          include: [`${folders}/**/*.test.{ts,tsx,mjs}`],
          exclude: ["**/*.int.test.ts"],
          isolate: false,
          pool: "threads",
        },
      },
      { extends: true, test: { name: "integration", include: [`${folders}/**/*.int.test.ts`] } },
    ],
  },
});
