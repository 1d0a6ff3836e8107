import { expect, it } from "vitest";
import { imageKey } from "./image-keys";
import type { FileEntry } from "@/lib/contracts/file";
import { nextSlide } from "./use-slideshow";

const key = (name: string, held: Partial<KeyboardEvent> = {}) =>
  imageKey({ key: name, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...held });

it.each([
  ["+", {}, { type: "step", direction: 1 }],
  ["1", {}, { type: "actual" }],
  ["r", {}, { type: "rotate", by: 1 }],
  ["R", { shiftKey: true }, { type: "rotate", by: -1 }],
  ["ArrowUp", {}, { type: "pan", by: { x: 0, y: 80 } }],
  ["ArrowLeft", {}, null],
  ["ArrowLeft", { shiftKey: true }, { type: "pan", by: { x: 80, y: 0 } }],
  ["i", {}, "info"],
  [" ", {}, "slideshow"],
  [" ", { shiftKey: true }, null],
  ["r", { ctrlKey: true }, null],
  ["x", {}, null],
] as const)("%s with %o", (name, held, result) => {
  expect(key(name, held)).toEqual(result);
});

const entry = (name: string): FileEntry => ({ name, kind: "file", size: 1, mtime: 0, mode: 0 });

it("shows pictures in a round and passes over films", () => {
  const shown = [entry("a.jpg"), entry("b.mp4"), entry("c.jpg")];
  const at = (position: number) => nextSlide({ shown, position, total: 3, previous: null, next: null })?.name;
  expect([at(1), at(2), at(3)]).toEqual(["c.jpg", "c.jpg", "a.jpg"]);
  expect(nextSlide({ shown: [entry("a.jpg")], position: 1, total: 1, previous: null, next: null })).toBeNull();
});
