import { expect, test } from "vitest";
import type { VirtualPath } from "@/lib/shared/paths";
import { folderText, placeText } from "./place-text";

const roots = [{ id: "home", note: "Home" }];

test("a folder is told by the place's name, by its id where the place is gone", () => {
  expect(placeText("home/a.txt", roots)).toBe("Home");
  expect(placeText("home/Documents/rc/a.txt", roots)).toBe("Home / Documents / rc");
  expect(placeText("gone/rc/a.txt", roots)).toBe("gone / rc");
});

test("a folder is told by its name, a place by the one that people know", () => {
  const names = ["home", "home/Documents", "gone"].map((path) => folderText(path as VirtualPath, roots)); // plain paths
  expect(names).toEqual(["Home", "Documents", "gone"]);
});
