import { expect, test } from "vitest";
import { clipboardTextOf } from "./clipboard-text";

test.each([
  ["c;aGVsbG8=", "hello"],
  [";w6TDtsO8", "äöü"],
  ["c;?", null],
  ["c;", null],
  ["aGVsbG8=", null],
  ["c;not base64!", null],
  ["c;/////w==", null],
])("%s puts %j into the clipboard", (data, text) => expect(clipboardTextOf(data)).toBe(text));

test("what no clipboard is for is not taken", () => {
  expect(clipboardTextOf(`c;${"A".repeat(2_000_000)}`)).toBeNull();
});
