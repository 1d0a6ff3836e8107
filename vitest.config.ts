import path from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": path.resolve(import.meta.dirname) } },
  test: {
    include: ["{lib,components,app,scripts,messages}/**/*.{test,int.test}.{ts,tsx,mjs}"],
    environment: "node",
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
