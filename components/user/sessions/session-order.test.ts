import { expect, it } from "vitest";
import { newestFirst, parseOrder, writeOrder } from "./session-order";

it.each([
  ["user-up", { column: "user", direction: "up" }],
  ["seen-down", { column: "seen", direction: "down" }],
  ["started-up", { column: "started", direction: "up" }],
] as const)("keeps the order %s in the address", (text, order) => {
  expect(parseOrder(text)).toEqual(order);
  expect(writeOrder(order)).toEqual({ sort: text });
});

it.each([null, "", "user", "user-left", "password-up", "up-user"])("takes %j as newest first", (text) => {
  expect(parseOrder(text)).toEqual(newestFirst);
});

it("has no need to name the usual order", () => {
  expect(writeOrder(newestFirst)).toEqual({});
});
