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
    { type: "height", height: 120.4 },
    { type: "height", height: 121 },
  ],
  [
    { type: "height", height: 1e9 },
    { type: "height", height: 4000 },
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
  [{ type: "height", height: "100vh" }],
  [{ type: "height", height: -1 }],
  [{ type: "height", height: Number.NaN }],
  [{ type: "link", address: "javascript:alert(1)" }],
  [{ type: "link", address: "/api/user/logout" }],
  [{ type: "link", address: `https://example.org/${"a".repeat(5000)}` }],
  [{ type: "save", name: "a", bytes: "text" }],
])("%j is not", (data) => {
  expect(readFrameMessage(data)).toBeNull();
});
