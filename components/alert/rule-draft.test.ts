import { expect, it } from "vitest";
import { alertMetrics } from "@/lib/shared/alerts";
import { draftOf, inputOf, newRule, withMetric } from "./rule-draft";

it("gives back the rule that it was made of", () => {
  for (const metric of alertMetrics) {
    const input = inputOf({ ...withMetric(newRule, metric), isQuiet: true, minutes: 7.5 });
    if (input === null) throw new Error(metric);
    expect(inputOf(draftOf({ id: "r1", ...input }))).toEqual(input);
  }
});

it("says shares in percent, rates in megabytes, and times in minutes", () => {
  expect(inputOf({ ...newRule, amount: 85, minutes: 2 })).toMatchObject({ threshold: 0.85, for_seconds: 120 });
  expect(inputOf({ ...withMetric(newRule, "received"), amount: 2 })?.threshold).toBe(2 * 1024 * 1024);
  expect(inputOf({ ...newRule, isQuiet: true })?.quiet).toEqual({ from: 1320, to: 420 });
});

it("is no rule while something is missing", () => {
  expect(inputOf({ ...newRule, amount: Number.NaN })).toBeNull();
  expect(inputOf({ ...newRule, minutes: -1 })).toBeNull();
  expect(inputOf({ ...newRule, isQuiet: true, quietFrom: "" })).toBeNull();
});

it("keeps the number for another metric of the same unit, and no part of the machine", () => {
  const draft = { ...withMetric(newRule, "space"), subject: "/srv", amount: 75 };
  expect(withMetric(draft, "inodes")).toMatchObject({ amount: 75, subject: "" });
  expect(withMetric(draft, "temperature").amount).toBe(80);
});
