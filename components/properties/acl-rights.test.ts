import { expect, it } from "vitest";
import { formatRights, isMasked } from "./acl-rights";

it.each([
  [0, "---"],
  [4, "r--"],
  [6, "rw-"],
  [7, "rwx"],
  [1, "--x"],
])("%i is %s", (may, text) => expect(formatRights(may)).toBe(text));

it("bounds named users and groups, and neither the owner nor the others", () => {
  expect(isMasked({ who: "user", may: 7 }, 5)).toBe(true);
  expect(isMasked({ who: "owningGroup", may: 2 }, 5)).toBe(true);
  expect(isMasked({ who: "group", may: 5 }, 5)).toBe(false);
  expect(isMasked({ who: "owner", may: 7 }, 0)).toBe(false);
  expect(isMasked({ who: "others", may: 7 }, 0)).toBe(false);
});
