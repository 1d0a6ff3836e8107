import { expect, it } from "vitest";
import { changeWords } from "./change-words";

const words = {
  fieldOf: (name: string) => (name === "auth_list" ? "Permissions" : null),
  permissionOf: (name: string) => `“${name}”`,
};

it("has words for known fields and permissions, and leaves the rest as it is", () => {
  const text = "max_days: 1 → 2; auth_list: +file_read, −no_such, −terminal; access_dirs: +/file_read";
  expect(changeWords(text, words)).toBe(
    "max_days: 1 → 2; Permissions: +“file_read”, −no_such, −“terminal”; access_dirs: +/file_read",
  );
});
