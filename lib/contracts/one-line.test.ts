import { expect, it } from "vitest";
import { oneLine } from "./fields";
import { role, roleFields } from "./user";

it.each(["a\nb", "a\u202egpj.exe", "a\u2066b", "a\u0000b"])("takes no %j as a name", (name) => {
  expect(oneLine(64).safeParse(name).success).toBe(false);
  expect(roleFields.shape.name.safeParse(name).success).toBe(false);
  // A role that was made before is still told.
  expect(role.shape.name.safeParse(name).success).toBe(true);
});

it.each([" Operators ", "Büro 東京", `"><b>'&{x}`])("takes %j", (name) => {
  expect(oneLine(64).parse(name)).toBe(name.trim());
});
