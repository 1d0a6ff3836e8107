import type { aboutContract } from "@/lib/contracts/about";
import { getApp } from "@/lib/server/runtime/app";
import { sendBytes } from "@/lib/server/http/send-bytes";
import type { ByteService } from "@/lib/server/http/route";
import type { Service } from "@/lib/server/http/service";
import { buildOpenapi } from "./openapi";

export const health: Service<typeof aboutContract.health> = async (_, { db }) => {
  await db.setting.count();
  return { version: getApp().version };
};

export const sendOpenapi: ByteService<typeof aboutContract.openapi> = async (_, __, wire) => {
  const { version, env } = getApp();
  await sendBytes(wire, Buffer.from(JSON.stringify(buildOpenapi({ version, basePath: env.basePath }))));
};
