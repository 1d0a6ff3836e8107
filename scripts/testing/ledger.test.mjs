import { expect, test } from "vitest";
import { Ledger } from "./ledger.mjs";
import { outsideTests } from "./report.mjs";

const file = "a.test.ts";
const report = (...outcomes) => ({
  outcomes: outcomes.map(([name, status, message]) => ({ file, name, status, message })),
  problems: [],
  files: [{ file, ms: 1 }],
});
const namesOf = (tests) => tests.map(({ name }) => name);

test("a test is red when it passed in none of its tries, and unsteady when it passed in one", () => {
  const ledger = new Ledger();
  ledger.add(
    "unit",
    report(["red", "failed", "first"], ["shaky", "failed", "why"], ["fine", "passed"], ["later", "passed"]),
  );
  expect(namesOf(ledger.red())).toEqual(["red", "shaky"]);
  ledger.add(
    "unit",
    report(["red", "failed", "second"], ["shaky", "passed"], ["fine", "passed"], ["later", "failed", "now"]),
  );
  expect(ledger.red()).toMatchObject([{ name: "red", lane: "unit", message: "first" }]);
  expect(ledger.unsteady()).toMatchObject([
    { name: "shaky", message: "why", tries: ["failed", "passed"] },
    { name: "later", message: "now" },
  ]);
  expect(namesOf(ledger.passed())).toEqual(["shaky", "fine", "later"]);
});

test("what was not run is red until it has passed, and is no unsteady test", () => {
  const ledger = new Ledger();
  ledger.add("pages", report(["first", "failed", "why"], ["second", "not run"]));
  expect(namesOf(ledger.red())).toEqual(["first", "second"]);
  ledger.add("pages", report(["first", "passed"], ["second", "passed"]));
  expect([namesOf(ledger.red()), namesOf(ledger.unsteady())]).toEqual([[], ["first"]]);
});

test("a broken hook is its file's, and passes when the file runs without it", () => {
  const ledger = new Ledger();
  ledger.add("unit", report(["inside", "skipped"], [outsideTests, "failed", "hook"]));
  expect(namesOf(ledger.red())).toEqual([outsideTests]);
  ledger.add("unit", report(["inside", "passed"]));
  expect([namesOf(ledger.red()), namesOf(ledger.unsteady()), ledger.skipped()]).toEqual([[], [outsideTests], []]);
});

test("what broke a lane stays, and what is skipped is named with its reason", () => {
  const ledger = new Ledger();
  ledger.add("unit", {
    outcomes: [{ file, name: "no disk", status: "skipped", reason: "needs root" }],
    problems: ["no report"],
    files: [],
  });
  expect(ledger.problems).toEqual([{ name: "unit", message: "no report" }]);
  expect([ledger.skipped(), ledger.red()]).toMatchObject([[{ name: "no disk", reason: "needs root" }], []]);
});
