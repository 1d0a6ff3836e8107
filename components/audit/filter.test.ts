import { expect, it } from "vitest";
import { addressOf, filterOf } from "./filter";

it.each([
  [{}, "/audit"],
  [{ username: "mia & co", action: "user/login" }, "/audit?username=mia+%26+co&action=user%2Flogin"],
  [{ before: 51 }, "/audit?before=51"],
])("%j is %s and back", (filter, address) => {
  expect(addressOf(filter)).toBe(address);
  expect(filterOf(new URL(address, "http://host").searchParams)).toEqual(filter);
});

it("ignores what is not a page", () => {
  expect(filterOf(new URLSearchParams("before=x&username=%20"))).toEqual({});
});
