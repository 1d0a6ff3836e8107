import { z } from "zod";
import type { settingContract } from "@/lib/contracts/setting";
import type { Service } from "@/lib/server/http/service";
import { defineSetting } from "@/lib/server/group/define-setting";

/** What nobody may delete, move or rename; a list of its own with every change. */
export const protectedPaths = defineSetting<readonly string[]>({
  name: "protected_paths",
  schema: z.array(z.string()),
  fallback: [],
});

export const getProtectedPaths: Service<typeof settingContract.getProtectedPaths> = async () => ({
  paths: [...protectedPaths.get()],
});

export const setProtectedPaths: Service<typeof settingContract.setProtectedPaths> = async ({ paths }, { db }) => {
  await protectedPaths.save(db, [...new Set(paths)]);
  return {};
};
