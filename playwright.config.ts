import { defineConfig } from "@playwright/test";
import { browserPath } from "./e2e/support/browser-path";
import { patience } from "./lib/server/base/patience-fixture";

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.e2e.ts",
  outputDir: "test-results/e2e",
  timeout: patience.testMs,
  expect: { timeout: patience.pollMs },
  fullyParallel: false,
  // The image and the tree with one group more are built beside everything else, see scripts/test.mjs.
  projects: [
    { name: "server", testIgnore: ["docker/**", "proof/**"] },
    { name: "image", testMatch: ["docker/**/*.e2e.ts", "proof/*.e2e.ts"] },
  ],
  workers: 2,
  forbidOnly: true,
  reporter: [["line"], ["json"], ["./e2e/support/uncalled-reporter.ts"]],
  use: {
    locale: "en-US",
    // What cannot be clicked is named at once, and there is time left for a second try.
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    timezoneId: "UTC",
    viewport: { width: 1360, height: 860 },
    launchOptions: {
      executablePath: browserPath,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
