import { expect, test } from "vitest";
import { failuresIn } from "./nested-run-fixture";

const said = `
 \u001b[32m✓\u001b[39m lib/a.test.ts > one
 \u001b[31m×\u001b[39m lib/a.test.ts > two
⎯⎯ Failed Tests 2 ⎯⎯

\u001b[41m FAIL \u001b[49m lib/a.test.ts > two
AssertionError: expected 1 to be 2
 ❯ lib/a.test.ts:3:1

 FAIL  lib/b.test.ts > group > three
Error: away
${"more\n".repeat(40)}`;

test("what failed inside is named first, and each with what it said first", () => {
  const told = failuresIn(said);
  expect(told.split("\n")[0]).toBe("2 failed inside: lib/a.test.ts > two; lib/b.test.ts > group > three");
  expect(told).toContain("lib/a.test.ts > two\nAssertionError: expected 1 to be 2");
  expect(told).toContain("Error: away");
  expect(told.split("\n").length).toBeLessThan(30);
  expect(failuresIn("nothing\nfound no vitest")).toBe("nothing\nfound no vitest");
});
