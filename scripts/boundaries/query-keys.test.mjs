import { expect, test } from "vitest";
import { findShared, queriesIn } from "./query-keys.mjs";

test("no key of a query is that of another: what several show is asked by lib/client/query-of.ts or one constant", () => {
  const queries = queriesIn("components");
  expect(queries.length).toBeGreaterThan(50);
  expect(findShared(queries)).toEqual([]);
});

test("keys are shared that are the same, or could be", () => {
  const query = (...parts) => ({ parts, file: "a.ts" });
  const sharedBy = (...queries) => findShared(queries).length;
  expect(sharedBy(query("about", "state"), query("about", "state"))).toBe(1);
  expect(sharedBy(query("stack", "info"), query("stack", "*"))).toBe(1);
  expect(sharedBy(query("file", "*", "content"), query("file", "*", "sums"))).toBe(0);
  expect(sharedBy(query("file", "*"), query("file", "*", "content"))).toBe(0);
});
