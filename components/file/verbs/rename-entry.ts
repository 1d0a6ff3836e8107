import type { QueryClient } from "@tanstack/react-query";
import { showEntry } from "@/components/file/listing-cache";
import type { Words } from "@/components/file/words";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";

type Wish = { folder: VirtualPath; from: EntryName; to: EntryName };

/** Renames an entry in its folder; whether it worked. */
export async function renameEntry(
  { folder, from, to }: Wish,
  { errorText }: Words,
  queryClient: QueryClient,
): Promise<boolean> {
  try {
    await api.file.rename({ path: joinVirtualPath(folder, from), newName: to });
    await showEntry(queryClient, folder, to, from);
    return true;
  } catch (error) {
    showToast({ kind: "error", message: errorText(error) });
    return false;
  }
}
