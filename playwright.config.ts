import { defineConfig } from "@playwright/test";
import { browserPath } from "./e2e/support/browser-path";
import { patience } from "./lib/server/base/patience-fixture.ts";
import { lanesOf } from "./scripts/testing/lanes.mjs";

// Servers that tests start wait longer before they say something else (lib/server/base/patient.ts).
process.env["FILEDECK_TEST_PATIENCE"] ??= "5";

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.e2e.ts",
  outputDir: "test-results/e2e",
  timeout: patience.testMs,
  expect: { timeout: patience.pollMs },
  fullyParallel: false,
  // By scripts/test.mjs one after the other.
  projects: lanesOf("playwright").map(({ name, match, but }) => ({
    name,
    testMatch: match.map((glob) => `**/${glob}`),
    testIgnore: but.map((glob) => `**/${glob}`),
  })),
  workers: 2,
  forbidOnly: true,
  reporter: "line",
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
