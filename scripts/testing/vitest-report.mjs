// Vitest's reporter for a lane: each test, what failed outside of the tests by its file, and files that did not end.
import { outsideTests, relative, shorten, writeReport } from "./report.mjs";

const textOf = (errors) => shorten(errors.map(({ stack, message }) => stack ?? message).join("\n"));

export default class VitestReport {
  wanted = [];

  onTestRunStart(specifications) {
    this.wanted = specifications.map(({ moduleId }) => moduleId);
  }

  onTestRunEnd(modules, unhandled) {
    const outcomes = modules.flatMap(outcomesOf);
    const problems = [];
    // Where a process of Vitest's died, it is known by the files that did not end.
    const isKnown = ({ message }) => message?.includes("[vitest-pool]") && modules.some((module) => !hasEnded(module));
    for (const error of unhandled.filter((one) => !isKnown(one))) {
      const message = textOf([error]);
      if (error.VITEST_TEST_PATH === undefined) problems.push(message);
      else outcomes.push(outside(error.VITEST_TEST_PATH, message));
    }
    const begun = new Set(modules.map(({ moduleId }) => moduleId));
    for (const file of this.wanted)
      if (!begun.has(file)) outcomes.push({ file: relative(file), name: outsideTests, status: "not run" });
    const files = modules.map((module) => ({ file: relative(module.moduleId), ms: module.diagnostic().duration }));
    writeReport({ outcomes, problems, files });
  }
}

const outside = (file, message) => ({ file: relative(file), name: outsideTests, status: "failed", message });

function outcomesOf(module) {
  const file = relative(module.moduleId);
  const outcomes = [...module.children.allTests()].map((test) => {
    const { state, errors, note } = test.result();
    if (state === "failed") return { file, name: test.fullName, status: "failed", message: textOf(errors ?? []) };
    if (state === "passed") return { file, name: test.fullName, status: "passed" };
    return { file, name: test.fullName, status: "skipped", reason: note ?? "" };
  });
  const errors = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
  if (errors.length > 0) outcomes.push(outside(module.moduleId, textOf(errors)));
  else if (!hasEnded(module)) outcomes.push(outside(module.moduleId, "Its process ended before it did."));
  return outcomes;
}

const hasEnded = (module) => /^(?:passed|failed|skipped)$/.test(module.state());
