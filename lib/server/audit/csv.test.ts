import { expect, it } from "vitest";
import { csvHead, csvLineOf } from "./csv";

const entry = {
  id: 1,
  at: Date.UTC(2026, 0, 2, 3, 4, 5),
  user_id: null,
  username: "mia",
  address: "::1",
  action: "POST file/copy",
  target: "",
  outcome: "success",
  request_id: "abc",
  changes: "auth_list: +file_read, −terminal",
};

it("has a line for each entry under its columns", () => {
  expect(csvHead).toBe("\uFEFFat,username,address,action,target,outcome,request_id,changes\r\n");
  expect(csvLineOf(entry)).toBe(
    '2026-01-02T03:04:05.000Z,mia,::1,POST file/copy,,success,abc,"auth_list: +file_read, −terminal"\r\n',
  );
});

it.each([
  ['a "b", c', '"a ""b"", c"'],
  ["two\nlines", '"two\nlines"'],
  ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
  ["-rf", "'-rf"],
  ['@a"', `"'@a"""`],
])("%j is the cell %s", (target, cell) => {
  expect(csvLineOf({ ...entry, target })).toContain(`,${cell},success,`);
});
