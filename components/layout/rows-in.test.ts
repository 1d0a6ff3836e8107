import { replaceEqualDeep } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { rowsIn, unreadableIn } from "./rows-in";

test.each([
  [null, 0],
  [{ hosts: [] }, 0],
  [{ hosts: [], unreadable: 2 }, 2],
  [{ pages: [{ unreadable: 1 }, {}, { unreadable: 3 }], pageParams: [] }, 4],
  // The end of a search names the files that it could not read.
  [{ unreadable: ["a"] }, 0],
])("counts what is left out of %j", (data, count) => {
  expect(unreadableIn(data)).toBe(count);
});

test("rows know how many are missing among them, also where a query has read them again", () => {
  const rows = rowsIn({ hosts: [{ id: "a" }], unreadable: 2 }, "hosts");
  expect([[...rows], unreadableIn(rows)]).toEqual([[{ id: "a" }], 2]);
  const whole = rowsIn({ hosts: [{ id: "a" }] }, "hosts");
  expect(unreadableIn(whole)).toBe(0);
  expect(unreadableIn(replaceEqualDeep(whole, rows))).toBe(2);
  expect(unreadableIn(replaceEqualDeep(rows, whole))).toBe(0);
});
