import { expect, it } from "vitest";
import { createAnonymousLimit } from "./limit-anonymous";

const line = { userId: null, username: "", address: "192.0.2.1", outcome: "share/not-found", atMs: 1_000_000 };

it("keeps so many refusals of one network each minute, and everything that users do", () => {
  const isKept = createAnonymousLimit();
  const refusals = Array.from({ length: 100 }, () => isKept(line));
  expect(refusals.filter(Boolean)).toHaveLength(60);
  expect(isKept({ ...line, address: "192.0.2.2" })).toBe(true);
  expect(isKept({ ...line, outcome: "success" })).toBe(true);
  expect(isKept({ ...line, username: "mia", outcome: "auth/wrong-credentials" })).toBe(true);
  const signIns = Array.from({ length: 2_000 }, () => isKept({ ...line, username: "mia", outcome: "success" }));
  expect(signIns.every(Boolean)).toBe(true);
  expect(isKept({ ...line, atMs: line.atMs + 61_000 })).toBe(true);
  expect(Array.from({ length: 100 }, () => isKept({ ...line, userId: "mia" })).every(Boolean)).toBe(true);
});
