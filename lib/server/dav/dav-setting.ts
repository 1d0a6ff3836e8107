import { davSetting as schema, type davContract, type DavSetting } from "@/lib/contracts/dav";
import type { Db } from "@/lib/server/db/open-db";
import type { Service } from "@/lib/server/http/run-endpoint";
import { remember } from "@/lib/server/remember";

const key = "dav";
const defaults: DavSetting = { on: false };

/** Held in memory: every request of WebDAV asks. */
function held(): { setting: DavSetting } {
  return remember("dav-setting", () => ({ setting: defaults }));
}

export function davSetting(): DavSetting {
  return held().setting;
}

export async function loadDavSetting(db: Db): Promise<void> {
  const row = await db.setting.findUnique({ where: { key } });
  held().setting = schema.catch(defaults).parse(row?.value);
}

export const getDavSetting: Service<typeof davContract.getDavSetting> = async () => davSetting();

export const setDavSetting: Service<typeof davContract.setDavSetting> = async (value, { db }) => {
  await db.setting.upsert({ where: { key }, create: { key, value }, update: { value } });
  held().setting = value;
  return value;
};
