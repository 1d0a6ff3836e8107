import { expect, test } from "vitest";
import type { Tab } from "@/lib/shared/tabs";
import { labelsOf } from "./tab-label";

const sources = {
  navNames: new Map([["/tasks", "Aufgaben"]]),
  rootNames: new Map([["files", "Dateien"]]),
  filesName: "Alle",
};
const textsOf = (...addresses: string[]) =>
  labelsOf(
    addresses.map((address, index): Tab => ({ id: String(index), address, title: "as stored" })),
    sources,
  ).map(({ text, hint }) => [text, hint]);

test("tabs are called as what they show, in the language of the moment", () => {
  expect(
    textsOf("/browse/files", "/browse/files/a%20b", "/browse/files/a?open=c.txt", "/tasks", "/logs", "/browse"),
  ).toEqual([
    ["Dateien", null],
    ["a b", null],
    ["c.txt", null],
    ["Aufgaben", null],
    ["as stored", null],
    ["Alle", null],
  ]);
  expect(textsOf("/browse/files/a?q=x")).toEqual([["x", null]]);
});

test("equal names say where they lie", () => {
  expect(textsOf("/browse/files/a/src", "/browse/files/b/src", "/browse/files/src", "/browse/files/c")).toEqual([
    ["src", "a"],
    ["src", "b"],
    ["src", "Dateien"],
    ["c", null],
  ]);
});

test("the tooltip has the whole place", () => {
  const [label] = labelsOf([{ id: "a", address: "/browse/files/a/b?open=c", title: "" }], sources);
  expect([label?.whole, label?.sign]).toEqual(["Dateien / a / b / c", { type: "file", name: "c" }]);
});
