import { existsSync, readdirSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from "@playwright/test/reporter";
import { findUncalled } from "./find-uncalled";
import { folderOfCalls } from "./note-calls";

/**
 * Fails a run of all tests of the project `server` in which no screen called an endpoint that changes something, or opened a channel: a button
 * without a test. A run of some of them, or one in which tests failed or were skipped, says nothing about it.
 */
export default class UncalledReporter implements Reporter {
  private folder: string | null = null;
  private isWhole = true;

  onBegin(config: FullConfig, suite: Suite): void {
    const server = config.projects.find(({ name }) => name === "server");
    if (server === undefined) return;
    const ran = new Set(suite.allTests().map(({ location }) => location.file));
    const files = readdirSync(server.testDir, { recursive: true, encoding: "utf8" }).filter(
      (file) => file.endsWith(".e2e.ts") && !/^(?:docker|proof)\//.test(file),
    );
    const isAll = files.every((file) => ran.has(path.join(server.testDir, file))) && config.shard === null;
    if (isAll && String(config.grep) === "/.*/") this.folder = folderOfCalls(server.outputDir);
  }

  onTestEnd(test: TestCase, { status }: TestResult): void {
    if (status === "skipped" || (status !== test.expectedStatus && test.results.length > test.retries))
      this.isWhole = false;
  }

  async onEnd(): Promise<{ status?: FullResult["status"] }> {
    const { folder } = this;
    if (folder === null || !this.isWhole || !existsSync(folder)) return {};
    const files = await readdir(folder);
    const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), "utf8")));
    const { uncalled, excusedInVain } = findUncalled(new Set(texts.flatMap((text) => text.trim().split("\n"))));
    for (const name of uncalled) console.log(`No end-to-end test calls ${name} through the screen`);
    for (const name of excusedInVain) console.log(`${name} is excused in e2e/support/find-uncalled.ts, and called`);
    return uncalled.length + excusedInVain.length > 0 ? { status: "failed" } : {};
  }
}
