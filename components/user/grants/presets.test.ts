import { expect, it } from "vitest";
import { servedPermissions } from "@/lib/contracts/served-permissions";
import { isPreset, presetNames, presets, withPreset } from "./presets";

it("gives nothing that steers nothing, nothing that is not held, and keeps what is for later", () => {
  for (const name of presetNames)
    for (const permission of presets[name]) expect(servedPermissions).toContain(permission);
  expect(withPreset(["wol_proxy", "audit_read"], "readOnly", () => true)).toEqual(["wol_proxy", "file_read"]);
  expect(withPreset([], "uploads", (permission) => permission === "file_read")).toEqual(["file_read"]);
  expect(isPreset(["file_read", "wol_proxy"], "readOnly")).toBe(true);
  expect(isPreset(["file_read", "audit_read"], "readOnly")).toBe(false);
});
