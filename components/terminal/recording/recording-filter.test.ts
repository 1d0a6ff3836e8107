import { expect, it } from "vitest";
import { addressOf, filterOf } from "./recording-filter";

it.each([
  [{}, "/settings/recordings"],
  [{ username: "mia & co", before: 51 }, "/settings/recordings?username=mia+%26+co&before=51"],
])("%j is %s and back", (filter, address) => {
  expect(addressOf(filter)).toBe(address);
  expect(filterOf(new URL(address, "http://host").searchParams)).toEqual(filter);
});

it("ignores what is not a page", () => {
  expect(filterOf(new URLSearchParams("before=-1&username=%20"))).toEqual({});
});
