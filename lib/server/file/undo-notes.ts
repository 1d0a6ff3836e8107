import { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import { parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import type { Pin } from "@/lib/server/storage/pins";

/** What was in the way and lies in the trash. */
export const replacedIds = z.array(z.string()).default([]);

/** Notes of versions before this one had no places, and did not say what was there. */
export const place = z.string().nullable().default(null);
export const stamp = z.string().nullable().default(null);

export function notedPath({ path, place: noted }: { path: string; place: string | null }): Pin {
  return { path: pathOf(path), place: noted };
}

function pathOf(text: string): VirtualPath {
  const path = parseVirtualPath(text);
  if (path === null) throw new AppError("file/not-found");
  return path;
}
