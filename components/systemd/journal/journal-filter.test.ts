import { expect, test } from "vitest";
import { askedOf, goesOn, hrefOf, journalAddressOf } from "./journal-filter";

const read = (query: string) => journalAddressOf(new URLSearchParams(query));

test("a time of one's own goes by the address, and is asked for to its last second", () => {
  const address = read("time=custom&from=2026-01-02T03:04&to=2026-01-02T03:05:06");
  expect(hrefOf(address)).toContain("?time=custom&from=2026-01-02T03%3A04&to=2026-01-02T03%3A05%3A06");
  expect(askedOf(address, 0)).toEqual({
    scope: "",
    since: new Date(2026, 0, 2, 3, 4).getTime(),
    until: new Date(2026, 0, 2, 3, 5, 6, 999).getTime(),
  });
  expect(askedOf(read("time=custom&to=2026-01-02T03:05"), 0)).toEqual({
    scope: "",
    until: new Date(2026, 0, 2, 3, 5, 59, 999).getTime(),
  });
  expect([goesOn(address), goesOn(read("time=custom&from=2026-01-02T03:04")), goesOn(read("to=x"))]).toEqual([
    false,
    true,
    true,
  ]);
});

test("what is no time is none, and counts only where it is chosen", () => {
  expect(askedOf(read("time=custom&from=yesterday&to=-1"), 0)).toEqual({ scope: "" });
  expect(askedOf(read("from=2026-01-02T03:04"), 0)).toEqual({ scope: "" });
  expect(hrefOf(read("from=2026-01-02T03:04"))).not.toContain("from");
  expect(askedOf(read("time=hour&unit=ssh.service"), 3_600_001)).toEqual({ scope: "", unit: "ssh.service", since: 1 });
});
