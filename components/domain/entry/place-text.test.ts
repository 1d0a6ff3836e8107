import { expect, test } from "vitest";
import type { VirtualPath } from "@/lib/shared/paths";
import { folderText, placeText, wayText } from "./place-text";

const roots = [{ id: "home", note: "Home" }];

test("a folder is told by the place's name, by its id where the place is gone", () => {
  expect(placeText("home/a.txt", roots)).toBe("Home");
  expect(placeText("home/Documents/rc/a.txt", roots)).toBe("Home / Documents / rc");
  expect(placeText("gone/rc/a.txt", roots)).toBe("gone / rc");
});

test("a way to a folder begins with the place's name, and shows what hides in it", () => {
  const ways = ["home", "home/a/b", "home/a\nb"].map((path) => wayText(path as VirtualPath, roots)); // plain paths
  expect(ways).toEqual(["Home", "Home / a / b", "Home / a␊b"]);
});

test("a folder is told by its name, a place by the one that people know", () => {
  const names = ["home", "home/Documents", "gone"].map((path) => folderText(path as VirtualPath, roots)); // plain paths
  expect(names).toEqual(["Home", "Documents", "gone"]);
});
