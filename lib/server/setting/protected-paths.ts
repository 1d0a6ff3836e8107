import { z } from "zod";
import type { settingContract } from "@/lib/contracts/setting";
import type { Db } from "@/lib/server/db/open-db";
import type { Service } from "@/lib/server/http/run-endpoint";
import { remember } from "@/lib/server/remember";

const key = "protected_paths";
const stored = z.array(z.string()).catch([]);

/** Held in memory: every delete, move and rename asks. */
function held(): { paths: readonly string[] } {
  return remember("protected-paths", () => ({ paths: [] }));
}

export function protectedPaths(): readonly string[] {
  return held().paths;
}

export async function loadProtectedPaths(db: Db): Promise<void> {
  const row = await db.setting.findUnique({ where: { key } });
  held().paths = stored.parse(row?.value);
}

export const getProtectedPaths: Service<typeof settingContract.getProtectedPaths> = async () => ({
  paths: [...protectedPaths()],
});

export const setProtectedPaths: Service<typeof settingContract.setProtectedPaths> = async ({ paths }, { db }) => {
  const value = [...new Set(paths)];
  await db.setting.upsert({ where: { key }, create: { key, value }, update: { value } });
  held().paths = value;
  return {};
};
