import { describe, expect, test } from "vitest";
import { makeNaturalCompare } from "./natural-compare";

const compare = makeNaturalCompare("en");

describe("natural order", () => {
  test.each([
    [
      ["img10.png", "img2.png", "img1.png"],
      ["img1.png", "img2.png", "img10.png"],
    ],
    [
      ["b", "A", "a", "B"],
      ["a", "A", "b", "B"],
    ],
    [
      ["_x", "1", "a", "-x"],
      ["_x", "-x", "1", "a"],
    ],
    [
      ["a01", "a1", "a001"],
      ["a001", "a01", "a1"],
    ],
    [
      ["z", "é", "e", "f"],
      ["e", "é", "f", "z"],
    ],
    [
      ["10 東京", "9 東京"],
      ["9 東京", "10 東京"],
    ],
    [
      ["ab", "a", ""],
      ["", "a", "ab"],
    ],
  ])("%j becomes %j", (names, sorted) => {
    expect([...names].sort(compare)).toEqual(sorted);
  });

  test("agrees with the collator on ASCII names", () => {
    const collator = new Intl.Collator("en", { numeric: true });
    const alphabet = "abAB12.-_ ()x0";
    let seed = 7;
    const next = () => (seed = (seed * 48_271) % 2_147_483_647);
    const name = () => Array.from({ length: 1 + (next() % 6) }, () => alphabet[next() % alphabet.length]).join("");
    const wrong = Array.from({ length: 3000 }, () => [name(), name()] as const).filter(([a, b]) => {
      const wanted = Math.sign(collator.compare(a, b));
      return wanted !== 0 && wanted !== Math.sign(compare(a, b));
    });
    expect(wrong).toEqual([]);
  });

  test("names that the collator calls equal still have an order", () => {
    expect(compare("a1", "a01")).not.toBe(0);
    expect(compare("same", "same")).toBe(0);
  });
});
