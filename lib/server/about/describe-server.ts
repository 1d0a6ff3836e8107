import type { aboutContract } from "@/lib/contracts/about";
import { assertWritable } from "@/lib/server/db/assert-writable";
import { getApp } from "@/lib/server/runtime/app";
import { sendBytes } from "@/lib/server/http/send-bytes";
import type { ByteService } from "@/lib/server/http/route";
import type { Service } from "@/lib/server/http/service";
import { buildOpenapi } from "./openapi";

export const health: Service<typeof aboutContract.health> = async (_, { db }) => {
  await db.setting.count();
  await assertWritable(db);
  return { version: getApp().version };
};

let document: Promise<Buffer> | null = null;

/** Made at the first request, once: strangers may ask for it. */
export const sendOpenapi: ByteService<typeof aboutContract.openapi> = async (_, __, wire) => {
  document ??= makeDocument();
  await sendBytes(wire, await document);
};

async function makeDocument(): Promise<Buffer> {
  const { version, env } = getApp();
  return Buffer.from(JSON.stringify(await buildOpenapi({ version, basePath: env.basePath })));
}
