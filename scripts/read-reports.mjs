// Reads the two reports of `npm test`: how many tests passed, failed and were skipped, and what was said by those that did not pass at once.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./fingerprint.mjs";

const maxLines = 30;
/** More than these, and it is the product that cannot be relied on, not the machine. */
const maxSecondTries = 3;

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null);
const shorten = (text) => stripVTControlCharacters(text).split("\n").slice(0, maxLines).join("\n");

function* specsOf(suite) {
  yield* suite.specs ?? [];
  for (const inner of suite.suites ?? []) yield* specsOf(inner);
}

function readUnit(report) {
  const failures = report.testResults.flatMap(({ name, message, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults.filter(({ status }) => status === "failed");
    if (failed.length === 0 && message !== "") return [{ title: file, said: message }];
    return failed.map(({ fullName, failureMessages }) => ({
      title: `${file} › ${fullName}`,
      said: shorten(failureMessages.join("\n")),
    }));
  });
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests, numTodoTests } = report;
  return { passed, failed, skipped: numPendingTests + numTodoTests, failures };
}

/** The message, and what the page showed. */
function saidOf(result) {
  const context = result?.attachments.find(({ name }) => name === "error-context")?.path;
  const text = context === undefined || !existsSync(context) ? "" : readFileSync(context, "utf8");
  const page = /# Page snapshot[\s\S]*?```yaml\n([\s\S]*?)```/.exec(text)?.[1] ?? "";
  return `${shorten(result?.error?.message ?? "no message")}\n${page}`;
}

function readE2e(report) {
  const { expected, flaky, unexpected, skipped } = report.stats;
  const failures = [...specsOf(report)].flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ status, results }) => ({
        title: `e2e/${file} › ${title}${status === "flaky" ? " (passed at the second try)" : ""}`,
        said: saidOf(results.find(({ status: result }) => result !== "passed")),
      })),
  );
  const tooOften = flaky > maxSecondTries ? flaky : 0;
  return { passed: expected + flaky - tooOften, failed: unexpected + tooOften, skipped, failures };
}

/** @param {{ unit: string, e2e: string }} reports The files; one that is not there counts nothing. */
export function readReports(reports) {
  const unit = read(reports.unit);
  const e2e = read(reports.e2e);
  const parts = [unit === null ? null : readUnit(unit), e2e === null ? null : readE2e(e2e)].filter(
    (part) => part !== null,
  );
  const sum = (key) => parts.reduce((total, part) => total + part[key], 0);
  const said = parts
    .flatMap(({ failures }) => failures)
    .map(
      ({ title, said: text }) =>
        `\n${title}\n${text
          .split("\n")
          .slice(0, 3 * maxLines)
          .join("\n")}`,
    );
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped"), said };
}
