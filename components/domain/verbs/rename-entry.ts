import type { QueryClient } from "@tanstack/react-query";
import { showEntry } from "@/components/domain/folder/listing-cache";
import { undoAction } from "@/components/domain/task/task-store";
import { pushUndo } from "@/components/domain/task/undo-stack";
import type { Words } from "@/components/domain/entry/words";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";

type Options = { folder: VirtualPath; from: EntryName; to: EntryName };

/** Renames an entry in its folder; whether it worked. */
export async function renameEntry(
  { folder, from, to }: Options,
  words: Words,
  queryClient: QueryClient,
): Promise<boolean> {
  try {
    const { undo_id: id, entry } = await api.file.rename({ path: joinVirtualPath(folder, from), newName: to });
    if (id !== null) pushUndo({ id, name: to, count: 1 });
    const message = words.t("renamed", { name: to });
    showToast({ kind: "success", message, ...(id === null ? {} : { action: undoAction(id, words) }) });
    if (entry !== null) showEntry(queryClient, folder, entry, from);
    return true;
  } catch (error) {
    showToast({ kind: "error", message: words.errorText(error) });
    return false;
  }
}
