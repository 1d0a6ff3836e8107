import { uploadDefaults, uploadSettingFields, type UploadSetting } from "@/lib/contracts/upload";
import type { uploadContract } from "@/lib/contracts/upload";
import type { Db } from "@/lib/server/db/open-db";
import type { Service } from "@/lib/server/http/run-endpoint";
import { remember } from "@/lib/server/remember";

const key = "upload";
const stored = uploadSettingFields.partial().catch({});

/** Held in memory: every upload asks. */
function held(): { setting: UploadSetting } {
  return remember("upload-setting", () => ({ setting: uploadDefaults }));
}

export function uploadSetting(): UploadSetting {
  return held().setting;
}

export async function loadUploadSetting(db: Db): Promise<void> {
  const row = await db.setting.findUnique({ where: { key } });
  held().setting = uploadSettingFields.parse({ ...uploadDefaults, ...stored.parse(row?.value ?? {}) });
}

export const getUploadSetting: Service<typeof uploadContract.getUploadSetting> = async () => uploadSetting();

export const setUploadSetting: Service<typeof uploadContract.setUploadSetting> = async (value, { db }) => {
  await db.setting.upsert({ where: { key }, create: { key, value }, update: { value } });
  held().setting = value;
  return value;
};
