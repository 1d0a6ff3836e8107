import { expect, test } from "vitest";
import { placeText } from "./place-text";

const roots = [{ id: "home", note: "Home" }];

test("a folder is told by the place's name, by its id where the place is gone", () => {
  expect(placeText("home/a.txt", roots)).toBe("Home");
  expect(placeText("home/Documents/rc/a.txt", roots)).toBe("Home / Documents / rc");
  expect(placeText("gone/rc/a.txt", roots)).toBe("gone / rc");
});
