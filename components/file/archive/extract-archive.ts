import { watchTask } from "@/components/file/task/task-store";
import type { Words } from "@/components/file/words";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";

/** Unpacks an archive beside it. */
export async function extractArchive(
  { folder, name }: { folder: VirtualPath; name: EntryName },
  words: Words,
): Promise<void> {
  try {
    const { taskId } = await api.archive.extract({ path: joinVirtualPath(folder, name), to: folder });
    watchTask(taskId, words);
  } catch (error) {
    showToast({ kind: "error", message: words.errorText(error) });
  }
}
