import { expect, it } from "vitest";
import { errorTable } from "./error-table";
import { isErrorKey } from "./errors";

it("knows the keys of all failures by their form", () => {
  expect(Object.keys(errorTable).filter((key) => !isErrorKey(key))).toEqual([]);
});

it.each(["", "constructor", "Internal", "a/b/c", "__proto__", "file/", "constructor.name", "file/not found"])(
  "takes %j for none",
  (text) => expect(isErrorKey(text)).toBe(false),
);
