import type { appearanceContract } from "@/lib/contracts/appearance";
import { AppError } from "@/lib/shared/errors";
import { assertRoot } from "@/lib/server/http/assert-root";
import type { ByteService } from "@/lib/server/http/route";
import { sent } from "@/lib/server/http/send-bytes";
import type { Service } from "@/lib/server/http/service";
import { getApp } from "@/lib/server/runtime/app";
import { brandSetting, defaultsSetting, linksSetting, logoSetting, toastsSetting } from "./appearance-settings";
import { currentLogo, logoAddress } from "./look";
import { isLogo } from "./png";

type Contract = typeof appearanceContract;

const describe = () => ({ ...brandSetting.get(), logo: logoAddress() });

export const getBrandSetting: Service<Contract["getBrandSetting"]> = async (_, ctx) => {
  assertRoot(ctx);
  return describe();
};

export const setBrandSetting: Service<Contract["setBrandSetting"]> = async (input, ctx) => {
  assertRoot(ctx);
  ctx.about(input.name);
  await brandSetting.write(input, ctx);
  return describe();
};

/** Pictures are made to PNGs in the browser that chose them: what this server gives to everybody never runs. Throws appearance/not-png. */
export const setLogo: Service<Contract["setLogo"]> = async ({ png }, ctx) => {
  assertRoot(ctx);
  if (png !== null && !isLogo(Buffer.from(png, "base64"))) throw new AppError("appearance/not-png");
  await logoSetting.write({ png: png ?? "" }, ctx);
  return { logo: logoAddress() };
};

export const getDefaultsSetting: Service<Contract["getDefaultsSetting"]> = async (_, ctx) => {
  assertRoot(ctx);
  return defaultsSetting.get();
};

export const setDefaultsSetting: Service<Contract["setDefaultsSetting"]> = async (input, ctx) => {
  assertRoot(ctx);
  return defaultsSetting.write(input, ctx);
};

export const getToastsSetting: Service<Contract["getToastsSetting"]> = async (_, ctx) => {
  assertRoot(ctx);
  return toastsSetting.get();
};

export const setToastsSetting: Service<Contract["setToastsSetting"]> = async (input, ctx) => {
  assertRoot(ctx);
  return toastsSetting.write(input, ctx);
};

export const getLinksSetting: Service<Contract["getLinksSetting"]> = async (_, ctx) => {
  assertRoot(ctx);
  return linksSetting.get();
};

export const setLinksSetting: Service<Contract["setLinksSetting"]> = async (input, ctx) => {
  assertRoot(ctx);
  ctx.about(input.address);
  return linksSetting.write({ address: input.address.replace(/\/+$/, "") }, ctx);
};

/** Throws appearance/no-logo. */
export const sendLogo: ByteService<Contract["logo"]> = async ({ v }, _, { res }) => {
  const logo = currentLogo();
  if (logo === null) throw new AppError("appearance/no-logo");
  res.writeHead(200, {
    "content-type": "image/png",
    "content-length": logo.bytes.length,
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cache-control": v === logo.version ? "public, max-age=31536000, immutable" : "no-cache",
  });
  res.end(logo.bytes);
  await sent(res);
};

export const sendManifest: ByteService<Contract["manifest"]> = async (_, __, { res }) => {
  const base = getApp().env.basePath;
  const { name } = brandSetting.get();
  const src = logoAddress();
  const icon =
    src === null
      ? { src: `${base}/icon.svg`, sizes: "any", type: "image/svg+xml" }
      : { src, sizes: "any", type: "image/png" };
  const manifest = { name, short_name: name, id: `${base}/`, start_url: `${base}/`, scope: `${base}/` };
  const bytes = Buffer.from(JSON.stringify({ ...manifest, display: "standalone", icons: [icon] }));
  res.writeHead(200, {
    "content-type": "application/manifest+json",
    "content-length": bytes.length,
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
  });
  res.end(bytes);
  await sent(res);
};
