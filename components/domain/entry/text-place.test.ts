import { expect, it } from "vitest";
import { formatPlace, parsePlace } from "./text-place";

it.each([{ line: 12 }, { line: 1, from: 5, to: 9 }])("%j survives an address", (place) => {
  expect(parsePlace(formatPlace(place))).toEqual(place);
});

it.each([null, "", "0", "x", "12.", "12.5", "-1", "99999999999"])("%s is no place", (text) => {
  expect(parsePlace(text)).toBeNull();
});
