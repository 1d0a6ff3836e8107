import { expect, it } from "vitest";
import { bitOf, classes, formatOctal, parseOctal, rights } from "./mode-bits";

it("has each bit of chmod(2) once", () => {
  const bits = classes.flatMap((of) => rights.map((may) => bitOf({ of, may })));
  expect(bits).toEqual([0o400, 0o200, 0o100, 0o040, 0o020, 0o010, 0o004, 0o002, 0o001]);
});

it.each([
  [0o755, "755"],
  [0o7, "007"],
  [0o4755, "4755"],
])("writes %o as %s and reads it again", (mode, text) => {
  expect(formatOctal(mode)).toBe(text);
  expect(parseOctal(text)).toBe(mode);
});

it.each(["", "8", "75a", "77777", "-1"])("takes %j for no mode", (text) => {
  expect(parseOctal(text)).toBeNull();
});
