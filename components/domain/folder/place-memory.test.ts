import { expect, test } from "vitest";
import { parsePlaces } from "./place-memory";

test.each([null, "", "{", "{}", "5", '[1,["a"],["b",null],["c",{"scroll":"1","focus":null}]]'])(
  "survives %j",
  (text) => {
    expect(parsePlaces(text)).toEqual(new Map());
  },
);

test("comes back as stored", () => {
  const places: [string, object][] = [["1-2", { scroll: 40, focus: "a.txt" }]];
  expect([...parsePlaces(JSON.stringify(places))]).toEqual(places);
});
