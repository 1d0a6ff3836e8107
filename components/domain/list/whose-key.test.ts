import { expect, test } from "vitest";
import { isPasteKey } from "./whose-key";

const none = { key: "", code: "", ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
const isPaste = (press: Partial<typeof none>) => isPasteKey({ ...none, ...press } as KeyboardEvent); // all that is read of it

test.each<[string, Partial<typeof none>, boolean]>([
  ["Ctrl+V", { key: "v", code: "KeyV", ctrlKey: true }, true],
  ["⌘V", { key: "v", code: "KeyV", metaKey: true }, true],
  ["Ctrl+V on a Russian keyboard", { key: "м", code: "KeyV", ctrlKey: true }, true],
  ["Ctrl+V on Dvorak, where V is elsewhere", { key: "v", code: "Period", ctrlKey: true }, true],
  ["what lies at V's place on Dvorak", { key: "k", code: "KeyV", ctrlKey: true }, false],
  ["Shift+Insert", { key: "Insert", code: "Insert", shiftKey: true }, true],
  ["the key for it", { key: "Paste", code: "Paste" }, true],
  ["Insert", { key: "Insert", code: "Insert" }, false],
  ["V", { key: "v", code: "KeyV" }, false],
  ["Ctrl+Alt+V", { key: "v", code: "KeyV", ctrlKey: true, altKey: true }, false],
  ["Ctrl", { key: "Control", code: "ControlLeft", ctrlKey: true }, false],
])("%s", (_, press, expected) => {
  expect(isPaste(press)).toBe(expected);
});
