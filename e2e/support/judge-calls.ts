// Fails a run of all tests in which no screen called an endpoint that changes something, or opened a channel: a button without a test.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { findUncalled } from "./find-uncalled";
import { folderOfCalls } from "./note-calls";

const results = "test-results";
// Each lane and each second try has a folder of its own.
const texts = readdirSync(results)
  .map((name) => folderOfCalls(path.join(results, name)))
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => readFileSync(path.join(folder, name), "utf8")));
const { uncalled, excusedInVain } = findUncalled(new Set(texts.flatMap((text) => text.trim().split("\n"))));
for (const name of uncalled) console.log(`No end-to-end test calls ${name} through the screen`);
for (const name of excusedInVain) console.log(`${name} is excused in e2e/support/find-uncalled.ts, and called`);
process.exitCode = uncalled.length + excusedInVain.length > 0 ? 1 : 0;
