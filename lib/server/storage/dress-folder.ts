import type { VirtualPath } from "@/lib/shared/paths";
import { modeOfAcl } from "./acl";
import type { Entry, Storage } from "./storage";

const setGroupId = 0o2000;

/**
 * Gives a folder that has just been made the time of the one that it was made of, and with `hasModes` its permissions: what the folder that it is in prescribes, a group or an
 * ACL, stays.
 */
export async function dressFolder(
  storage: Storage,
  path: VirtualPath,
  { entry: { mode, mtimeMs }, hasModes }: { entry: Pick<Entry, "mode" | "mtimeMs">; hasModes: boolean },
): Promise<void> {
  const { signal } = new AbortController();
  let change: { mtimeMs: number; mode?: number } = { mtimeMs };
  if (hasModes) {
    const own = await storage.details(path);
    const defaults = own.acl?.defaults ?? [];
    const allowed = defaults.length === 0 ? 0o777 : modeOfAcl(defaults);
    change = { mtimeMs, mode: (mode & allowed) | (own.mode & setGroupId) };
  }
  await storage.setAttributes(path, { change, recursive: false, signal });
}
