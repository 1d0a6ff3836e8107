import { expect, test } from "vitest";
import { looksAlike } from "./looks-alike";

test.each([
  ["capitals", "ROOT"],
  ["wide letters", "ｒｏｏｔ"],
  ["a Cyrillic letter", "rоot"],
  ["a Greek letter", "roοt"],
  ["a capital of another alphabet", "ROОT"],
  ["a sign without width", "ro\u200Bot"],
  ["a joiner at the end", "root\u200D"],
  ["a mark of direction", "\u202Eroot"],
  ["a soft hyphen", "ro\u00ADot"],
  ["another letter as a variant", "root\uFE0F"],
  ["a control character", "root\u0007"],
  ["zeros", "r00t"],
  ["the same", "root"],
])("%s", (_what, name) => {
  expect([looksAlike(name, "root"), looksAlike("root", name)]).toEqual([true, true]);
});

test.each([
  ["aIice", "alice"],
  ["a1ice", "alice"],
  ["аӀісе", "alice"],
  ["rnia", "mia"],
  ["straße", "STRASSE"],
  ["TİM", "tim"],
  ["tım", "TIM"],
  ["caf\u0065\u0301", "café"],
])("%s is like %s", (one, other) => {
  expect([looksAlike(one, other), looksAlike(other, one)]).toEqual([true, true]);
});

test.each([
  ["root", "roots"],
  ["rene", "rené"],
  ["user1", "user2"],
  ["will", "wiil"],
  ["иван", "ivan"],
  ["田中", "中田"],
  ["anna", "hanna"],
])("%s is another than %s", (one, other) => {
  expect(looksAlike(one, other)).toBe(false);
});
