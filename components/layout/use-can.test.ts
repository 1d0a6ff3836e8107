import { expect, it } from "vitest";
import { permissionCheck } from "./use-can";

it.each([
  ["nobody", undefined, false],
  ["root", { is_root: true, auth_list: [] }, true],
  ["who holds it", { is_root: false, auth_list: ["terminal" as const] }, true],
  ["who holds another", { is_root: false, auth_list: ["file_read" as const] }, false],
])("%s", (_, me, expected) => {
  expect(permissionCheck(me)("terminal")).toBe(expected);
});
