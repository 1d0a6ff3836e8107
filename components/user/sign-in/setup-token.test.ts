import { expect, it } from "vitest";
import { setupTokenIn } from "./setup-token";

it.each([
  ["https://host/files/setup?token=AbCd1234efGH", "AbCd1234efGH"],
  ["  http://host/setup?x=1&token=AbCd1234efGH#top ", "AbCd1234efGH"],
  ["AbCd1234efGH", "AbCd1234efGH"],
  ["https://host/setup", null],
  ["https://host/setup?token=%E0%A4%A", null],
  ["short", null],
  ["", null],
])("%s", (pasted, expected) => {
  expect(setupTokenIn(pasted)).toBe(expected);
});
