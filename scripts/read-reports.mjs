// Reads the reports of `npm test`: how many tests passed, failed and were skipped, what was said by those that did not pass at once, and
// what took longest.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./fingerprint.mjs";

const maxLines = 30;
/** More than these, and it is the product that cannot be relied on, not the machine: three, or one in a hundred of the end-to-end tests. */
const maxSecondTries = 3;
const countTooOften = (flaky, most = maxSecondTries) => (flaky > most ? flaky : 0);

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null);
/** Without the steps of a trace that are not ours: what was said of each try stays in sight. */
const shorten = (text) =>
  stripVTControlCharacters(text)
    .split("\n")
    .filter((said) => !/^\s+at .*(node_modules|\(?node:internal|new Promise)/.test(said))
    .slice(0, maxLines)
    .join("\n");

const line = ({ title, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${title}`;

function groupByFile(specs) {
  const files = new Map();
  for (const spec of specs) files.set(spec.file, [...(files.get(spec.file) ?? []), spec]);
  return files;
}

function* specsOf(suite) {
  yield* suite.specs ?? [];
  for (const inner of suite.suites ?? []) yield* specsOf(inner);
}

const secondTry = " (passed at the second try)";

function readUnit(report) {
  const failures = report.testResults.flatMap(({ name, message, assertionResults }) => {
    const file = path.relative(root, name);
    // One that passed at its second try says what it met at the first.
    const told = assertionResults.filter(({ failureMessages }) => failureMessages.length > 0);
    if (told.length === 0 && message !== "") return [{ title: file, said: message }];
    return told.map(({ fullName, status, failureMessages }) => ({
      title: `${file} › ${fullName}${status === "passed" ? secondTry : ""}`,
      said: shorten(failureMessages.join("\n")),
      isFlaky: status === "passed",
    }));
  });
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report;
  const tooOften = countTooOften(failures.filter(({ isFlaky }) => isFlaky).length);
  const files = report.testResults.map(({ name, startTime, endTime }) => ({
    title: path.relative(root, name),
    ms: endTime - startTime,
  }));
  return {
    passed: numPassedTests - tooOften,
    failed: numFailedTests + tooOften,
    skipped: numPendingTests + numTodoTests,
    failures,
    files,
  };
}

/** The messages (that of a timeout, and that of the step it met), and what the page showed. */
function saidOf(result) {
  const context = result?.attachments.find(({ name }) => name === "error-context")?.path;
  const text = context === undefined || !existsSync(context) ? "" : readFileSync(context, "utf8");
  const page = /# Page snapshot[\s\S]*?```yaml\n([\s\S]*?)```/.exec(text)?.[1] ?? "";
  const said = (result?.errors ?? []).map(({ message }) => shorten(message ?? "no message"));
  return [...said, page].join("\n");
}

function readE2e(report) {
  const { expected, flaky, unexpected, skipped } = report.stats;
  const specs = [...specsOf(report)];
  const ms = ({ tests }) =>
    tests.reduce((sum, { results }) => sum + results.reduce((all, { duration }) => all + duration, 0), 0);
  const files = [...groupByFile(specs)].map(([file, ofFile]) => ({
    title: `e2e/${file}`,
    ms: ofFile.reduce((sum, spec) => sum + ms(spec), 0),
  }));
  const failures = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ status, results }) => ({
        title: `e2e/${file} › ${title}${status === "flaky" ? secondTry : ""}`,
        said: saidOf(results.find(({ status: result }) => result !== "passed")),
      })),
  );
  // What kept a file from being read at all.
  const broken = report.errors.map(({ message }) => ({ title: "e2e", said: shorten(message ?? "no message") }));
  const tooOften = countTooOften(flaky, Math.max(maxSecondTries, Math.floor((expected + flaky + unexpected) / 100)));
  return {
    passed: expected + flaky - tooOften,
    failed: unexpected + tooOften + broken.length,
    skipped,
    failures: [...broken, ...failures],
    files,
  };
}

/**
 * `slow`: the ten files that took longest. `titles`: what `said` is about, a line each.
 * @param {{ unit: string, e2e: string[] }} reports The files; one that is not there counts nothing.
 */
export function readReports(reports) {
  const unit = read(reports.unit);
  const e2e = reports.e2e.map(read).filter((report) => report !== null);
  const parts = [...(unit === null ? [] : [readUnit(unit)]), ...e2e.map(readE2e)];
  const sum = (key) => parts.reduce((total, part) => total + part[key], 0);
  const failures = parts.flatMap((part) => part.failures);
  const said = failures.map(
    ({ title, said: text }) =>
      `\n${title}\n${text
        .split("\n")
        .slice(0, 3 * maxLines)
        .join("\n")}`,
  );
  const titles = failures.map(({ title }) => title).slice(0, maxLines);
  const slow = parts
    .flatMap(({ files }) => files)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 10)
    .map(line);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped"), said, titles, slow };
}
