import { expect, test } from "vitest";
import { fullUnitName } from "./units-of-systemd";

test.each([
  ["ssh", "ssh.service"],
  ["ssh.service", "ssh.service"],
  ["-.mount", "-.mount"],
  ["my.app", "my.app.service"],
  ["a@b", "a@b.service"],
  ["", null],
  ["*", null],
  ["a b", null],
  ["../a", null],
])("%j: %s", (typed, name) => {
  expect(fullUnitName(typed)).toBe(name);
});
