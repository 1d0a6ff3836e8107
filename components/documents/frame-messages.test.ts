import { expect, test } from "vitest";
import { readFrameMessage } from "./frame-messages";

test.each([
  [{ type: "ready" }, { type: "ready" }],
  [
    { type: "failed", reason: "locked", more: 1 },
    { type: "failed", reason: "locked" },
  ],
  [
    { type: "key", key: "Escape" },
    { type: "key", key: "Escape" },
  ],
  [
    { type: "link", address: "https://example.org" },
    { type: "link", address: "https://example.org/" },
  ],
])("%j is heard", (data, message) => {
  expect(readFrameMessage(data)).toEqual(message);
});

test.each([
  [null],
  ["ready"],
  [{ type: "toString" }],
  [{ type: "failed", reason: "<b>" }],
  [{ type: "key", key: "Delete" }],
  [{ type: "link", address: "javascript:alert(1)" }],
  [{ type: "link", address: "/api/user/logout" }],
  [{ type: "link", address: `https://example.org/${"a".repeat(5000)}` }],
  [{ type: "save", name: "a", bytes: "text" }],
])("%j is not", (data) => {
  expect(readFrameMessage(data)).toBeNull();
});
