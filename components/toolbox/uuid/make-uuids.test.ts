import { expect, it } from "vitest";
import { makeUuids, maxUuids } from "./make-uuids";

it.each([
  ["v4", /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/],
  ["v7", /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/],
] as const)("%s are as RFC 9562 says, and none comes twice", (version, pattern) => {
  const made = makeUuids(version, 500);
  for (const uuid of made) expect(uuid).toMatch(pattern);
  expect(new Set(made).size).toBe(500);
});

it("those of version 7 begin with their time and are in order", () => {
  const nowMs = Date.UTC(2026, 0, 31, 12, 0, 0, 123);
  const made = makeUuids("v7", maxUuids + 5, nowMs);
  expect(made).toHaveLength(maxUuids);
  expect(made).toEqual(made.toSorted());
  for (const uuid of made) expect(Number.parseInt(uuid.replace("-", "").slice(0, 12), 16)).toBe(nowMs);
});
