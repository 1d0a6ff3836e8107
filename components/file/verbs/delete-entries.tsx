import { isFolder } from "@/components/file/sort-rows";
import { watchTask } from "@/components/file/task/task-store";
import type { Words } from "@/components/file/words";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { FileEntry } from "@/lib/contracts/file";
import { chunked } from "@/lib/shared/chunked";
import type { VirtualPath } from "@/lib/shared/paths";
import { DeleteSummary } from "./delete-summary";

/** `files` are the paths of the entries, one after the other. */
type Wish = { files: readonly VirtualPath[]; entries: readonly FileEntry[]; permanent: boolean };
const maxPerCall = 10_000;

/** Asks, then deletes entries with everything below them. */
export async function deleteEntries({ files, entries, permanent }: Wish, words: Words): Promise<void> {
  const { t, errorText } = words;
  const [first] = entries;
  if (first === undefined) return;
  // A link is deleted itself, never what it leads to.
  const folderCount = entries.filter((entry) => isFolder(entry) && entry.kind !== "link").length;
  const isConfirmed = await openConfirm({
    title: t("delete.title", { count: entries.length, name: first.name }),
    body: <DeleteSummary files={files} folderCount={folderCount} fileCount={entries.length - folderCount} />,
    confirmLabel: t("delete.confirm"),
    danger: true,
  });
  if (!isConfirmed) return;
  try {
    for (const part of chunked(files, maxPerCall)) {
      const { taskId } = await api.file.removeMany({ files: [...part], permanent });
      watchTask(taskId, words);
    }
  } catch (error) {
    showToast({ kind: "error", message: errorText(error) });
  }
}
