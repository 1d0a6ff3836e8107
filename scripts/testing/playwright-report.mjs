// Playwright's reporter for a lane: each test, and what went wrong outside of them by the file that its worker was at.
import { existsSync, readFileSync } from "node:fs";
import { outsideTests, relative, shorten, writeReport } from "./report.mjs";

export default class PlaywrightReport {
  atWork = new Map();
  outcomes = [];
  problems = [];
  times = new Map();
  suite = null;

  printsToStdio() {
    return false;
  }

  onBegin(_, suite) {
    this.suite = suite;
  }

  onTestBegin(test, { workerIndex }) {
    this.atWork.set(workerIndex, relative(test.location.file));
  }

  onTestEnd(test, { duration }) {
    const file = relative(test.location.file);
    this.times.set(file, (this.times.get(file) ?? 0) + duration);
  }

  onError(error, worker) {
    const message = shorten(error.stack ?? error.message ?? error.value);
    const from = error.location?.file;
    const file = from?.endsWith(".e2e.ts") ? relative(from) : this.atWork.get(worker?.workerIndex);
    if (file === undefined) this.problems.push(message);
    else this.outcomes.push({ file, name: outsideTests, status: "failed", message });
  }

  onEnd() {
    const tests = this.suite?.allTests() ?? [];
    const outcomes = [...this.outcomes, ...tests.map(outcomeOf)];
    writeReport({ outcomes, problems: this.problems, files: [...this.times].map(([file, ms]) => ({ file, ms })) });
  }
}

function outcomeOf(test) {
  const one = { file: relative(test.location.file), name: test.titlePath().slice(3).join(" › ") };
  const outcome = test.outcome();
  if (outcome === "expected") return { ...one, status: "passed" };
  // A serial group's other tests, and all after the run was ended, have no result: they were not run, which nobody wanted.
  const reasons = test.annotations.filter(({ type }) => type === "skip" || type === "fixme");
  if (outcome === "skipped" && reasons.length > 0)
    return { ...one, status: "skipped", reason: reasons.map(({ description }) => description ?? "").join(" ") };
  if (outcome === "skipped") return { ...one, status: "not run" };
  return { ...one, status: "failed", message: messageOf(test.results.at(-1)) };
}

/** The messages (that of a timeout, and that of the step it met), and what the page showed. */
function messageOf(result) {
  const context = result?.attachments.find(({ name }) => name === "error-context")?.path;
  const text = context !== undefined && existsSync(context) ? readFileSync(context, "utf8") : "";
  const page = /# Page snapshot[\s\S]*?```yaml\n([\s\S]*?)```/.exec(text)?.[1] ?? "";
  return [...(result?.errors ?? []).map(({ message }) => shorten(message)), page].join("\n");
}
