import { expect, test } from "vitest";
import { beginOf, emptyDraft, looksLikeShell, problemsOf, unitsOf } from "./draft";

test("what is empty says what is missing", () => {
  expect([...problemsOf(emptyDraft("service"))]).toEqual(["name", "command"]);
  expect([...problemsOf({ ...emptyDraft("timer"), runsOther: true, calendar: "" })]).toEqual([
    "name",
    "calendar",
    "other",
  ]);
});

test("a timer comes first, with the service that it starts unless that is there", () => {
  const draft = emptyDraft("timer");
  const filled = { ...draft, name: "backup", service: { ...draft.service, command: "/bin/true", description: "B" } };
  expect(problemsOf(filled).size).toBe(0);
  const [timer, service, ...more] = unitsOf(filled, "");
  expect([timer?.unit, service?.unit, more]).toEqual(["backup.timer", "backup.service", []]);
  expect(timer?.text).not.toContain("Unit=b");
  expect(service?.text).not.toContain("[Install]");
  const [only, ...none] = unitsOf({ ...filled, runsOther: true, other: "apt-daily.service" }, "");
  expect([only?.text.includes("Unit=apt-daily.service\n"), none]).toEqual([true, []]);
});

test("an option is no unit that a timer starts", () => {
  const draft = { ...emptyDraft("timer"), name: "a", runsOther: true };
  for (const other of ["", "-x.service", "a", "a b.service", "a.service\nOnBootSec=1"])
    expect([...problemsOf({ ...draft, other })]).toEqual(["other"]);
});

test.each([
  [true, true, "enable-now"],
  [false, true, "enable"],
  [true, false, "start"],
  [false, false, "nothing"],
] as const)("now %s, at boot %s: %s", (startsNow, startsAtBoot, begin) =>
  expect(beginOf({ ...emptyDraft("service"), startsNow, startsAtBoot })).toBe(begin),
);

test("a pipe is for a shell, until it has one", () => {
  const draft = emptyDraft("service");
  const piped = { ...draft, service: { ...draft.service, command: "a | b" } };
  expect(looksLikeShell(piped)).toBe(true);
  expect(looksLikeShell({ ...piped, service: { ...piped.service, inShell: true } })).toBe(false);
});
