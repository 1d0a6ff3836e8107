import { expect, test } from "vitest";
import { fullUnitName, instanceOf, isTemplate, templateOf } from "./units-of-systemd";

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

test.each([
  ["getty@.service", "tty3", "getty@tty3.service"],
  ["backup@.timer", "a-b.c_d:e", "backup@a-b.c_d:e.timer"],
  ["mount@.service", "srv/data", "mount@srv-data.service"],
  ["vpn@.service", "my café", "vpn@my\\x20caf\\xc3\\xa9.service"],
  ["vpn@.service", "already\\x20escaped", "vpn@already\\x20escaped.service"],
  ["vpn@.service", "$& *@", "vpn@\\x24\\x26\\x20\\x2a\\x40.service"],
])("the instance of %s named %j is %s", (template, name, unit) => {
  expect(instanceOf(template, name)).toBe(unit);
  expect(fullUnitName(unit)).toBe(unit);
  expect(templateOf(unit)).toBe(template);
  expect([isTemplate(template), isTemplate(unit)]).toEqual([true, false]);
});

test("other units have no template", () => {
  expect(["ssh.service", "getty@.service", "@.service"].map(templateOf)).toEqual([null, null, null]);
});
