import { expect, it } from "vitest";
import { permissionNames } from "@/lib/shared/permissions";
import { describeChanges, describeFields } from "./describe-changes";

it("says of lists what came and went, of values what they were, and of the rest the name", () => {
  const before = { name: "a", disabled: false, list: ["x", "y"], rules: [{ a: 1 }], same: ["q"], limit: null };
  const after = { name: "a", disabled: true, list: ["y", "z"], rules: [{ a: 2 }], same: ["q"], limit: 5 };
  expect(describeChanges(before, after).text).toBe("disabled: false → true; list: +z, −x; rules; limit: – → 5");
  expect(describeChanges(before, before).text).toBe("");
});

it("says of settings what their fields hold where that is no secret, of addresses the origin, and of the rest the name", () => {
  const before = {
    url: "https://a.example/1",
    sealed_secret: "b",
    max_days: 1,
    unknown: "c",
    group_roles: [{ group: "a" }],
  };
  const after = { url: "https://b.example/2", sealed_secret: "d", max_days: 7, unknown: "e", group_roles: [] };
  const { text, of } = describeFields(before, after);
  expect(text).toBe(
    'url: https://a.example → https://b.example; secret; max_days: 1 → 7; unknown; group_roles: −"{\\"group\\":\\"a\\"}"',
  );
  expect(of).toContain("secret");
  expect(describeFields(before, { ...before, url: "https://a.example/2" }).text).toBe("url");
});

it("quotes what would be taken for more than one, and keeps to a length", () => {
  expect(describeChanges({ dirs: [] }, { dirs: ["/a, /b", "/c\n", "/…(2)"] }).text).toBe(
    'dirs: +"/a, /b", +"/c\\n", +"/…(2)"',
  );
  const many = Array.from({ length: 500 }, (_, at) => `/${"🎉".repeat(40)}${at}`);
  const text = describeChanges({ dirs: [] }, { dirs: many }).text;
  expect([text.length <= 4_096, text.isWellFormed(), / …\(\d+\)$/.test(text)]).toEqual([true, true, true]);
});

it("tells every permission and of each other field its part, whatever fills the others", () => {
  const filler = Array.from({ length: 200 }, (_, at) => `/srv/${"x".repeat(230)}${at}`);
  const before = { access_dirs: filler, only_read_dirs: ["/"], auth_list: [], note: "a", commands: null };
  const after = {
    access_dirs: ["/etc"],
    only_read_dirs: filler,
    auth_list: permissionNames,
    note: "b".repeat(9_000),
    commands: ["ls", "rm, x"],
  };
  const text = describeChanges(before, after).text;
  expect(text.length).toBeLessThanOrEqual(4_096);
  for (const name of permissionNames) expect(text).toContain(`+${name}`);
  expect(text).toMatch(/^access_dirs: \+\/etc, .*, …\(\d+\); only_read_dirs: −\/, .*, …\(\d+\); auth_list: /);
  expect(text).toMatch(/; note: a → b+…\(\d+\)…b+; commands: – → ls, "rm, x"$/);
});

it("hides no entry of a list behind long ones where there was no list before, or is none after", () => {
  const filler = (from: number) =>
    Array.from({ length: 40 }, (_, at) => `/opt/tool --name ${"x".repeat(200)}${from + at}`);
  const commands = [...filler(0), "bash", ...filler(40)];
  const made = describeChanges({ commands: null }, { commands }).text;
  expect(made).toMatch(/^commands: – → bash, .*, …\(\d+\)$/);
  expect(made.length).toBeLessThanOrEqual(4_096);
  expect(describeChanges({ commands }, { commands: null }).text).toMatch(/^commands: bash, .*, …\(\d+\) → –$/);
});
