import { expect, test } from "vitest";
import { idsIn, keepPanes, placePanes, splitPane, tabsOf, withShare, type Panes } from "./panes";

const two = splitPane({ id: "a" }, "a", { id: "b", way: "right" });
const three = splitPane(two, "b", { id: "c", way: "below" });

test("a terminal gives half of its room to another", () => {
  expect(two).toEqual({ way: "right", share: 0.5, first: { id: "a" }, second: { id: "b" } });
  expect(idsIn(three)).toEqual(["a", "b", "c"]);
  expect(splitPane(two, "elsewhere", { id: "c", way: "below" })).toEqual(two);
});

test("whoever goes leaves the room to the other", () => {
  expect(keepPanes(three, (id) => id !== "a")).toEqual({
    way: "below",
    share: 0.5,
    first: { id: "b" },
    second: { id: "c" },
  });
  expect(keepPanes(three, (id) => id === "a")).toEqual({ id: "a" });
  expect(keepPanes(three, () => false)).toBeNull();
});

test("the tabs are those of the oldest terminals, each terminal in one of them", () => {
  const other = splitPane({ id: "d" }, "d", { id: "a", way: "below" });
  expect(tabsOf(["x", "a", "b", "d"], [three, other]).map((panes: Panes) => idsIn(panes))).toEqual([
    ["x"],
    ["a", "b"],
    ["d"],
  ]);
  expect(tabsOf(["x"], [three])).toEqual([{ id: "x" }]);
});

test("a divider moves as far as there is room on both sides", () => {
  expect(placePanes(withShare(three, "", 0.25)).panes).toEqual([
    { id: "a", x: 0, y: 0, width: 0.25, height: 1 },
    { id: "b", x: 0.25, y: 0, width: 0.75, height: 0.5 },
    { id: "c", x: 0.25, y: 0.5, width: 0.75, height: 0.5 },
  ]);
  expect(placePanes(withShare(three, "2", 7)).dividers).toMatchObject([
    { path: "", way: "right", share: 0.5, width: 1 },
    { path: "2", way: "below", share: 0.9, x: 0.5, width: 0.5 },
  ]);
});
