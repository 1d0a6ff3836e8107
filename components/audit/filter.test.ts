import { expect, it } from "vitest";
import { addressOf, askedBy, filterOf } from "./filter";

it.each([
  [{}, "/audit"],
  [{ username: "mia & co", action: "user/login" }, "/audit?username=mia+%26+co&action=user%2Flogin"],
  [{ before: 51 }, "/audit?before=51"],
  [{ start: "user-0", from: "2026-01-31T18:30" }, "/audit?start=user-0&from=2026-01-31T18%3A30"],
  [
    { target: "a/b", outcome: "failed", from: "2026-01-31", to: "2026-02-28" } as const,
    "/audit?target=a%2Fb&outcome=failed&from=2026-01-31&to=2026-02-28",
  ],
])("%j is %s and back", (filter, address) => {
  expect(addressOf(filter)).toBe(address);
  expect(filterOf(new URL(address, "http://host").searchParams)).toEqual(filter);
});

it("ignores what is not a page", () => {
  expect(filterOf(new URLSearchParams("before=x&username=%20&from=today&to=2026-1-1&outcome=good"))).toEqual({});
});

it("asks for whole days where the reader is, the last one as well", () => {
  const asked = askedBy({ username: "mia", from: "2026-01-31", to: "2026-01-31", before: 7 });
  expect(asked).toEqual({
    username: "mia",
    since: new Date(2026, 0, 31).getTime(),
    until: new Date(2026, 1, 1).getTime(),
  });
});

it("asks for whole minutes where a time of day is given, and for names that start so", () => {
  expect(askedBy({ start: "user-0", from: "2026-01-31T18:30", to: "2026-01-31T18:30" })).toEqual({
    username_start: "user-0",
    since: new Date(2026, 0, 31, 18, 30).getTime(),
    until: new Date(2026, 0, 31, 18, 31).getTime(),
  });
});
