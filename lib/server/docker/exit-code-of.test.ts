import { expect, test } from "vitest";
import { exitCodeOf } from "./exit-code-of";

test.each([
  ["Exited (137) 2 hours ago", 137],
  ["Exited (0) Less than a second ago", 0],
  ["Restarting (1) 5 seconds ago", 1],
  ["Up 3 days (unhealthy)", null],
  ["Created", null],
  ["", null],
])("%j has ended with %j", (status, code) => {
  expect(exitCodeOf(status)).toBe(code);
});
