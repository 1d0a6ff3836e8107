import { describe, expect, test } from "vitest";
import { changeTabs, isTabAddress, maxTabs, type Tab, type TabChange } from "./tabs";

const tab = (id: string, address = `/browse/${id}`): Tab => ({ id, address, title: id });
const list = (...ids: string[]) => ids.map((id) => tab(id));
const idsAfter = (tabs: readonly Tab[], ...changes: TabChange[]) =>
  changeTabs(tabs, changes)
    .map(({ id }) => id)
    .join("");

describe("a list of tabs", () => {
  test.each<[string, TabChange[], string]>([
    ["opens behind another", [{ type: "open", tab: tab("x"), after: "a" }], "axbc"],
    ["opens at the end", [{ type: "open", tab: tab("x"), after: null }], "abcx"],
    ["opens at the end when the other is gone", [{ type: "open", tab: tab("x"), after: "z" }], "abcx"],
    ["opens none twice", [{ type: "open", tab: tab("a"), after: "c" }], "abc"],
    ["moves behind another", [{ type: "move", id: "a", after: "b" }], "bac"],
    ["moves to the beginning", [{ type: "move", id: "c", after: null }], "cab"],
    ["does not move behind one that is gone, nor itself", [{ type: "move", id: "a", after: "z" }, { type: "move", id: "b", after: "b" }], "abc"], // prettier-ignore
    ["does not move or change what is gone", [{ type: "move", id: "z", after: "a" }, { type: "update", tab: tab("z") }], "abc"], // prettier-ignore
    ["closes several", [{ type: "close", ids: ["a", "z"] }], "bc"],
    ["is none with one", [{ type: "close", ids: ["a", "b"] }], ""],
  ])("%s", (_, changes, ids) => {
    expect(idsAfter(list("a", "b", "c"), ...changes)).toBe(ids);
  });

  test("begins with two", () => {
    expect(idsAfter([], { type: "open", tab: tab("a"), after: null })).toBe("");
    expect(
      idsAfter([], { type: "open", tab: tab("a"), after: null }, { type: "open", tab: tab("b"), after: "a" }),
    ).toBe("ab");
  });

  test("of one tab the last word counts", () => {
    const changes: TabChange[] = [
      { type: "update", tab: tab("a", "/tasks") },
      { type: "update", tab: tab("a", "/trash") },
    ];
    expect(changeTabs(list("a", "b"), changes)).toEqual([tab("a", "/trash"), tab("b")]);
  });

  test("has an end", () => {
    const full = Array.from({ length: maxTabs }, (_, index) => tab(`t${index}`));
    expect(changeTabs(full, [{ type: "open", tab: tab("x"), after: null }])).toEqual(full);
  });
});

test.each([
  "/browse",
  "/browse/files/a%20b?open=%2e%2e.txt",
  "/tasks?id=4",
  "/shares",
  "/settings",
  "/logs",
  "/browse/files/%D7%A9",
])("%s is a page", (address) => expect(isTabAddress(address)).toBe(true));

test.each([
  "",
  "/",
  "/?x=1",
  "browse",
  "//example.org/a",
  "/\\example.org",
  "/browse\\a",
  "https://example.org/",
  "javascript:alert(1)",
  "/login",
  "/setup?token=1",
  "/s/abc",
  "/api/file/x",
  "/browse/../login",
  "/browse/%2e%2e/login",
  "/browse/a b",
  "/browse/a\nb",
  "/browse/\u0000",
  "/browse/a#b",
  "/browse/\u202ea",
  "/browse/\ud800",
  `/browse/${"a".repeat(4096)}`,
])("%j is none", (address) => expect(isTabAddress(address)).toBe(false));
