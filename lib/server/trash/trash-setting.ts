import type { settingContract } from "@/lib/contracts/setting";
import { trashSetting as schema, type TrashSetting } from "@/lib/contracts/trash";
import type { Db } from "@/lib/server/db/open-db";
import type { Service } from "@/lib/server/http/run-endpoint";
import { remember } from "@/lib/server/remember";

const key = "trash";
const defaults: TrashSetting = { on: true, days: 30, percent: 20, bytes: 0, versions: 20, versionDays: 30 };

/** Held in memory: every delete asks. */
function held(): { setting: TrashSetting } {
  return remember("trash-setting", () => ({ setting: defaults }));
}

export function trashSetting(): TrashSetting {
  return held().setting;
}

/** How much of a volume of this size its trash may take. */
export function mostTrashBytes(totalBytes: number): number {
  const { percent, bytes } = trashSetting();
  return Math.min(percent > 0 ? (totalBytes * percent) / 100 : Infinity, bytes > 0 ? bytes : Infinity);
}

export async function loadTrashSetting(db: Db): Promise<void> {
  const row = await db.setting.findUnique({ where: { key } });
  held().setting = schema.catch(defaults).parse(row?.value);
}

export const getTrashSetting: Service<typeof settingContract.getTrashSetting> = async () => trashSetting();

export const setTrashSetting: Service<typeof settingContract.setTrashSetting> = async (value, { db }) => {
  await db.setting.upsert({ where: { key }, create: { key, value }, update: { value } });
  held().setting = value;
  return {};
};
