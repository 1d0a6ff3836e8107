import { expect, it } from "vitest";
import { describeChanges, describeFields, listChange } from "./describe-changes";

it("says of lists what came and went, of values what they were, and of the rest the name", () => {
  const before = { name: "a", disabled: false, list: ["x", "y"], rules: [{ a: 1 }], same: ["q"], limit: null };
  const after = { name: "a", disabled: true, list: ["y", "z"], rules: [{ a: 2 }], same: ["q"], limit: 5 };
  expect(describeChanges(before, after)).toBe("disabled: false → true; list: +z, −x; rules; limit: – → 5");
  expect(describeChanges(before, before)).toBe("");
});

it("says of settings no more than the names of their fields", () => {
  expect(describeFields({ url: "a", sealed_secret: "b", days: 1 }, { url: "c", sealed_secret: "d", days: 1 })).toBe(
    "url, secret",
  );
});

it("quotes what would be taken for more than one, and keeps to a length", () => {
  expect(listChange("dirs", [], ["/a, /b", "/c\n"])).toBe('dirs: +"/a, /b", +"/c\\n"');
  const many = Array.from({ length: 50 }, (_, at) => `/${"🎉".repeat(40)}${at}`);
  const text = listChange("dirs", [], many);
  expect([text.length <= 1000, text.isWellFormed()]).toEqual([true, true]);
  expect(
    listChange(
      "dirs",
      [],
      many.map((_, at) => String(at)),
    ),
  ).toMatch(/\+19, … 30$/);
});
