import { expect, it } from "vitest";
import { initialsOf } from "./initials";

it.each([
  ["root", "RO"],
  ["mia.kern", "MK"],
  ["anna-maria@example.org", "AM"],
  ["x", "X"],
  ["田中", "田中"],
  ["😀b", "😀B"],
  ["", ""],
])("%s is %s", (name, expected) => {
  expect(initialsOf(name)).toBe(expected);
});
