import { z } from "zod";
import { settingContract } from "@/lib/contracts/setting";
import { AppError } from "@/lib/shared/errors";
import type { Service } from "@/lib/server/http/service";
import { defineSetting } from "@/lib/server/group/define-setting";

const paths = settingContract.setProtectedPaths.input.shape.paths;

/**
 * What nobody may delete, move or rename; a list of its own with every change. What is stored is read by a looser schema than it is written by: one bad
 * line must not take away the others.
 */
export const protectedPaths = defineSetting<readonly string[]>({
  name: "protected_paths",
  schema: z.array(z.string()),
  fallback: [],
  check(value) {
    const problem = paths.safeParse(value).error?.issues[0]?.message;
    if (problem !== undefined) throw new AppError("request/invalid", { field: "paths", problem });
  },
});

export const getProtectedPaths: Service<typeof settingContract.getProtectedPaths> = async () => ({
  paths: [...protectedPaths.get()],
});

export const setProtectedPaths: Service<typeof settingContract.setProtectedPaths> = async ({ paths }, ctx) => {
  await protectedPaths.write([...new Set(paths)], ctx);
  return {};
};
