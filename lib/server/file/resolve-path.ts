import { AppError } from "@/lib/shared/errors";
import { parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/runtime/ctx";

/** The path of a call: `<root>/…`, or with `is_sys_path` an absolute host path, which must lie in one of the actor's roots. */
export function resolvePath(
  { path, is_sys_path: isSysPath }: { path: string; is_sys_path: boolean },
  { storage }: Pick<Ctx, "storage">,
): VirtualPath {
  const virtual = parseVirtualPath(path);
  if (!isSysPath) {
    if (virtual === null)
      throw new AppError("request/invalid", { field: "path", problem: "not a path of the form <root>/<name>/…" });
    return virtual;
  }
  const located =
    path.replaceAll("/", "") === "" ? storage.locate("/") : virtual === null ? null : storage.locate(`/${virtual}`);
  if (located === null) throw new AppError("file/not-found");
  return located;
}
