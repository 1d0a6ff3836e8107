// What came of each test in all of its tries. A test is red when it passed in none of them, unsteady when not in all.
import { outsideTests } from "./report.mjs";

export class Ledger {
  /** @type {Map<string, { lane: string, file: string, name: string, tries: string[], message: string, reason: string }>} */
  tests = new Map();
  /** What broke a lane, or a step before the tests. */
  problems = [];
  times = new Map();

  addProblem(name, message) {
    this.problems.push({ name, message });
  }

  /**
   * @param {string} lane
   * @param {Awaited<ReturnType<import("./run-lane.mjs").runLane>>} report
   */
  add(lane, { outcomes, problems, files }) {
    for (const message of problems) this.addProblem(lane, message);
    for (const { file, ms } of files) this.times.set(file, Math.max(ms, this.times.get(file) ?? 0));
    for (const outcome of outcomes) this.#note(lane, outcome);
    const failedOutside = new Set(outcomes.filter(({ name }) => name === outsideTests).map(({ file }) => file));
    // A file's hooks have no line of their own where they pass.
    for (const { file } of files) {
      const hooks = this.tests.get(keyOf({ file, name: outsideTests }));
      if (hooks !== undefined && !failedOutside.has(file)) hooks.tries.push("passed");
    }
  }

  #note(lane, { file, name, status, message = status, reason = "" }) {
    const key = keyOf({ file, name });
    const test = this.tests.get(key) ?? { lane, file, name, tries: [], message, reason };
    test.tries.push(status);
    // The first that says why.
    if (!test.tries.slice(0, -1).includes("failed") && status === "failed") test.message = message;
    this.tests.set(key, test);
  }

  #those(isOne) {
    return [...this.tests.values()].filter(({ tries }) => isOne(tries));
  }

  red = () => this.#those((tries) => !tries.includes("passed") && tries.some((status) => status !== "skipped"));
  unsteady = () => this.#those((tries) => tries.includes("failed") && tries.includes("passed"));
  skipped = () => this.#those((tries) => tries.every((status) => status === "skipped"));
  passed = () => this.#those((tries) => tries.includes("passed"));
}

const keyOf = ({ file, name }) => `${file} › ${name}`;
