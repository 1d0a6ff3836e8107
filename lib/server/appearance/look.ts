import { createHash } from "node:crypto";
import type { VisitorDefaults } from "@/lib/contracts/appearance";
import type { Look } from "@/lib/shared/look";
import { getApp } from "@/lib/server/runtime/app";
import { brandSetting, defaultsSetting, logoSetting, toastsSetting } from "./appearance-settings";
import { linksAddress } from "./links-address";

let known: { png: string; bytes: Buffer; version: string } | null = null;

/** The logo with a mark that is another for each picture; null: the product's own. */
export function currentLogo(): { bytes: Buffer; version: string } | null {
  const { png } = logoSetting.get();
  if (png === "") return null;
  if (known?.png === png) return known;
  const bytes = Buffer.from(png, "base64");
  known = { png, bytes, version: createHash("sha256").update(bytes).digest("hex").slice(0, 16) };
  return known;
}

/** Null: the product's own. */
export function logoAddress(): string | null {
  const logo = currentLogo();
  return logo === null ? null : `${getApp().env.basePath}/api/appearance/logo?v=${logo.version}`;
}

export function getLook(): Look & VisitorDefaults {
  return {
    ...brandSetting.get(),
    logo: logoAddress(),
    toasts: toastsSetting.get(),
    address: linksAddress(),
    ...defaultsSetting.get(),
  };
}
