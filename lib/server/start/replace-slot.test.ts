import { expect, it } from "vitest";
import { replaceSlot } from "./replace-slot";

it.each([
  ["", '"/_next/x"', "^\\/api$", "%2F_next".slice(3), "^\\\\/a"],
  ["/a/b", '"/a/b/_next/x"', "^\\/a\\/b\\/api$", "%2Fa%2Fb_next", "^\\\\/a\\\\/b\\\\/a"],
])("fills the slot with %j in every escaped form", (base, plain, regex, encoded, doubled) => {
  expect(replaceSlot('"/__bp_slot__/_next/x"', base)).toBe(plain);
  expect(replaceSlot("^\\/__bp_slot__\\/api$", base)).toBe(regex);
  expect(replaceSlot("%2F__bp_slot___next", base)).toBe(encoded);
  expect(replaceSlot("^\\\\/__bp_slot__\\\\/a", base)).toBe(doubled);
});

it("refuses a form that it does not know", () => {
  expect(() => replaceSlot("__bp_slot__", "/x")).toThrow("base path");
});
