import { expect, test } from "vitest";
import { parseUndoItems } from "./undo-stack";

const item = { id: "a", name: "n", count: 1 };

test.each([
  [null, []],
  ["", []],
  ["{", []],
  ["{}", []],
  [JSON.stringify([item, { id: 1 }, null, "x"]), [item]],
])("%s is read as %j", (text, items) => {
  expect(parseUndoItems(text)).toEqual(items);
});

test("the newest fifty are kept", () => {
  const many = Array.from({ length: 60 }, (_, index) => ({ ...item, id: String(index) }));
  expect(parseUndoItems(JSON.stringify(many)).map(({ id }) => id)).toEqual(many.slice(10).map(({ id }) => id));
});
