import { expect, it } from "vitest";
import { mergeMessages, pickMessages } from "./messages";

it("puts words over others at every depth", () => {
  const under = { a: "under", b: { c: "under", d: { e: "under" } } };
  expect(mergeMessages(under, { b: { c: "own", d: { f: "own" } }, g: "own" })).toEqual({
    a: "under",
    b: { c: "own", d: { e: "under", f: "own" } },
    g: "own",
  });
});

it("picks files, parts and single texts, and nothing that is not there", () => {
  const all = { a: { b: "1", "c/d": "2" }, e: { f: { g: "3", h: "4" } }, i: { j: "5" } };
  expect(pickMessages(all, ["a.c/d", "e.f.g", "i"])).toEqual({
    a: { "c/d": "2" },
    e: { f: { g: "3" } },
    i: { j: "5" },
  });
  expect(pickMessages(all, ["e.f.g", "e.f"])).toEqual({ e: { f: { g: "3", h: "4" } } });
  expect(() => pickMessages(all, ["e.x.g"])).toThrow("e.x.g");
});
