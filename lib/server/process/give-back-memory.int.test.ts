import { expect, test } from "vitest";
import { trim } from "./give-back-memory";

test("what was freed goes back to the machine", async ({ skip }) => {
  const { glibcVersionRuntime } = (process.report.getReport() as { header: { glibcVersionRuntime?: string } }).header; // Node's own report
  if (glibcVersionRuntime === undefined) skip("the C library is not glibc");
  expect(await trim()).toBe(true);
});
