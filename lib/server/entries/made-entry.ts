import type { FileEntry } from "@/lib/contracts/file";
import type { VirtualPath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { toFileEntry } from "./to-file-entry";

/** What a call has just made, as its folder's listing has it; null for whoever may not list, and when it has gone again. */
export async function madeEntry(path: VirtualPath, { actor, storage }: Ctx): Promise<FileEntry | null> {
  if (!actor.permissions.has("file_read")) return null;
  try {
    return toFileEntry(await storage.entry(path));
  } catch {
    return null; // it was made, whatever has happened since
  }
}
