import { expect, it } from "vitest";
import { mergeMessages } from "./merge-messages";

it("takes what the language has and the rest from the fallback, at every depth", () => {
  const fallback = { a: "后备", b: { c: "后备", d: { e: "后备" } } };
  expect(mergeMessages(fallback, { b: { c: "own", d: { f: "own" } }, g: "own" })).toEqual({
    a: "后备",
    b: { c: "own", d: { e: "后备", f: "own" } },
    g: "own",
  });
});
