import { z } from "zod";
import { themes } from "@/lib/shared/appearance";
import { locales } from "@/lib/shared/locales";
import {
  isBaseAddress,
  maxAddressLength,
  maxLogoBytes,
  maxNameLength,
  maxNoteLength,
  maxToastMs,
  minToastMs,
} from "@/lib/shared/look";
import { endpoint } from "./endpoint";
import { empty, oneLine } from "./fields";

export const brand = z.object({
  name: oneLine(maxNameLength).min(1),
  note: oneLine(maxNoteLength),
});
export type BrandSetting = z.infer<typeof brand>;

export const visitorDefaults = z.object({
  /** Null: the browser’s. */
  language: z.enum(locales).nullable(),
  /** `system`: the browser’s. */
  theme: z.enum(themes),
});
export type VisitorDefaults = z.infer<typeof visitorDefaults>;

const toastMs = z.number().int().min(minToastMs).max(maxToastMs);
export const toastTimes = z.object({ success: toastMs, error: toastMs, warning: toastMs });

export const linksSetting = z.object({
  /** What shared links and invitations begin with; empty: `FILEDECK_PUBLIC_URL`, or else the address that is in use. */
  address: z
    .string()
    .max(maxAddressLength)
    .refine((text) => text === "" || isBaseAddress(text), { message: "not an http or https address" }),
});
export type LinksSetting = z.infer<typeof linksSetting>;

/** Its address; null: the product’s own. */
const logoState = z.object({ logo: z.string().nullable() });

export const appearanceContract = {
  getBrandSetting: endpoint({
    method: "GET",
    path: "setting/brand",
    direct: true,
    access: "session",
    token: false,
    summary: "Get the name of this installation, and the line below it where people sign in. Administrators only.",
    input: empty,
    output: brand.extend(logoState.shape),
  }),
  setBrandSetting: endpoint({
    method: "POST",
    path: "setting/brand",
    access: "session",
    token: false,
    summary: "Change the name of this installation, and the line where people sign in. Administrators only.",
    input: brand,
    output: brand.extend(logoState.shape),
  }),
  setLogo: endpoint({
    method: "POST",
    path: "setting/brand/logo",
    access: "session",
    token: false,
    summary:
      "Change the logo to a PNG of up to 256 KB and 1,024 pixels to a side, in base64; null: the product’s own. Administrators only.",
    input: z.object({
      png: z
        .base64()
        .max(Math.ceil(maxLogoBytes / 3) * 4)
        .nullable(),
    }),
    output: logoState,
  }),
  getDefaultsSetting: endpoint({
    method: "GET",
    path: "setting/defaults",
    direct: true,
    access: "session",
    token: false,
    summary: "Get the language and theme of whoever has chosen none. Administrators only.",
    input: empty,
    output: visitorDefaults,
  }),
  setDefaultsSetting: endpoint({
    method: "POST",
    path: "setting/defaults",
    access: "session",
    token: false,
    summary: "Change the language and theme of whoever has chosen none. Administrators only.",
    input: visitorDefaults,
    output: visitorDefaults,
  }),
  getToastsSetting: endpoint({
    method: "GET",
    path: "setting/toasts",
    direct: true,
    access: "session",
    token: false,
    summary: "Get how long short messages stay on the screen, in ms. Administrators only.",
    input: empty,
    output: toastTimes,
  }),
  setToastsSetting: endpoint({
    method: "POST",
    path: "setting/toasts",
    access: "session",
    token: false,
    summary: "Change how long short messages stay on the screen, in ms. Administrators only.",
    input: toastTimes,
    output: toastTimes,
  }),
  getLinksSetting: endpoint({
    method: "GET",
    path: "setting/links",
    direct: true,
    access: "session",
    token: false,
    summary: "Get the address that shared links and invitations begin with. Administrators only.",
    input: empty,
    output: linksSetting,
  }),
  setLinksSetting: endpoint({
    method: "POST",
    path: "setting/links",
    access: "session",
    token: false,
    summary: "Change the address that shared links and invitations begin with. Administrators only.",
    input: linksSetting,
    output: linksSetting,
  }),
  logo: endpoint({
    method: "GET",
    path: "appearance/logo",
    access: "public",
    bytes: true,
    summary: "Get the logo of this installation.",
    input: z.object({ v: z.string().max(64).optional() }),
    output: z.unknown(),
  }),
  manifest: endpoint({
    method: "GET",
    path: "appearance/manifest",
    access: "public",
    bytes: true,
    summary: "Get what browsers need to install this as an app.",
    input: empty,
    output: z.unknown(),
  }),
};
