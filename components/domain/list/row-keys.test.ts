import { describe, expect, test } from "vitest";
import { cellAfterKey, rowForTyping, typedText } from "./row-keys";

const grid = { count: 10, columns: 4, page: 2, isRtl: false };
const list = { count: 10, columns: 1, page: 4, isRtl: false };

describe("keys", () => {
  test.each([
    ["ArrowDown", { ...list, index: 3 }, 4],
    ["ArrowDown", { ...list, index: 9 }, 9],
    ["ArrowRight", { ...list, index: 3 }, null],
    ["ArrowDown", { ...grid, index: 1 }, 5],
    ["ArrowDown", { ...grid, index: 7 }, 9],
    ["ArrowDown", { ...grid, index: 9 }, 9],
    ["ArrowUp", { ...grid, index: 5 }, 1],
    ["ArrowUp", { ...grid, index: 2 }, 2],
    ["ArrowRight", { ...grid, index: 3 }, 4],
    ["ArrowRight", { ...grid, index: 3, isRtl: true }, 2],
    ["ArrowLeft", { ...grid, index: 3, isRtl: true }, 4],
    ["Home", { ...grid, index: 5 }, 0],
    ["End", { ...grid, index: 5 }, 9],
    ["PageDown", { ...list, index: 1 }, 4],
    ["PageUp", { ...list, index: 1 }, 0],
    ["ArrowDown", { ...list, index: -1 }, 0],
    ["End", { ...list, index: -1 }, 9],
    ["ArrowDown", { ...list, count: 0, index: -1 }, null],
    ["x", { ...list, index: 1 }, null],
  ])("%s from %j", (key, place, next) => {
    expect(cellAfterKey(key, place)).toBe(next);
  });
});

describe("typing", () => {
  const rows = ["apple", "Banana", "berry", "cherry"].map((name) => ({ name }));

  test.each([
    ["b", -1, 1],
    ["b", 1, 2],
    ["bb", 1, 2],
    ["b", 2, 1],
    ["be", 1, 2],
    ["be", 2, 2],
    ["x", 0, null],
  ])("%s from %d", (typed, index, next) => {
    expect(rowForTyping(rows, index, typed)).toBe(next);
  });

  test("a pause starts anew", () => {
    expect(typedText({ text: "a", atMs: 0 }, "b", 500).text).toBe("ab");
    expect(typedText({ text: "a", atMs: 0 }, "b", 900).text).toBe("b");
  });
});
