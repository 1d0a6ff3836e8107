import { expect, test } from "vitest";
import { addressOf, filterOf } from "./history-filter";

const kinds = [{ kind: "copy", words: "file.tasks.copy" }] as const;

test("an address and its filter are the same thing, and nonsense is none", () => {
  const filter = { state: "problem", kind: "copy", text: "a & b", before: "abc" } as const;
  expect(filterOf(new URLSearchParams(addressOf(filter).split("?")[1]), kinds)).toEqual(filter);
  expect(addressOf({})).toBe("/tasks");
  expect(addressOf({ state: "done" }, "x")).toBe("/tasks?state=done&id=x");
  expect(filterOf(new URLSearchParams("state=constructor&kind=x&text=%20&before=a/b"), kinds)).toEqual({});
});
