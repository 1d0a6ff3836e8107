import { z } from "zod";
import {
  brand,
  linksSetting as linksSchema,
  toastTimes,
  visitorDefaults,
  type BrandSetting,
  type LinksSetting,
  type VisitorDefaults,
} from "@/lib/contracts/appearance";
import { productName, usualToastMs } from "@/lib/shared/look";
import { defineSetting } from "@/lib/server/group/define-setting";
import { isLogo } from "./png";

export const brandSetting = defineSetting<BrandSetting>({
  name: "brand",
  schema: brand,
  fallback: { name: productName, note: "" },
});

/** `png`: in base64; empty: there is none. */
export const logoSetting = defineSetting({
  name: "logo",
  schema: z.object({ png: z.string().refine((png) => png === "" || isLogo(Buffer.from(png, "base64"))) }),
  fallback: { png: "" },
});

export const defaultsSetting = defineSetting<VisitorDefaults>({
  name: "visitorDefaults",
  schema: visitorDefaults,
  fallback: { language: null, theme: "system" },
});

export const toastsSetting = defineSetting<z.infer<typeof toastTimes>>({
  name: "toasts",
  schema: toastTimes,
  fallback: { ...usualToastMs },
});

export const linksSetting = defineSetting<LinksSetting>({
  name: "links",
  schema: linksSchema,
  fallback: { address: "" },
});
