import { isFolder } from "@/components/domain/entry/sort-rows";
import { watchTask } from "@/components/domain/task/task-store";
import { pushUndo } from "@/components/domain/task/undo-stack";
import type { Words } from "@/components/domain/entry/words";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { FileEntry } from "@/lib/contracts/file";
import { chunked } from "@/lib/shared/chunked";
import { nameOf, parentOf, type VirtualPath } from "@/lib/shared/paths";
import { DeleteSummary } from "./delete-summary";

/** `files` are the paths of the entries, one after the other. */
type Options = {
  files: readonly VirtualPath[];
  entries: readonly Pick<FileEntry, "kind" | "link">[];
  permanent: boolean;
};
/** Where they go: `off` and `unavailable` say why it is not the trash. */
type Fate = { state: "on"; days: number } | { state: "asked" | "off" | "unavailable" };
const maxPerCall = 10_000;
/** So many go to the trash without a question: the message that follows takes them back. */
const fewEntries = 20;

/** Deletes entries with everything below them: to the trash, or after a question for good. Whether it has begun. */
export async function deleteEntries({ files, entries, permanent }: Options, words: Words): Promise<boolean> {
  const [first] = files;
  if (first === undefined) return false;
  try {
    const fate: Fate = permanent ? { state: "asked" } : await api.trash.offerTrash({ path: parentOf(first) ?? first });
    if (fate.state === "on" && files.length <= fewEntries) {
      await discard(files, words);
      return true;
    }
    // A link is deleted itself, never what it leads to.
    const folderCount = entries.filter((entry) => isFolder(entry) && entry.kind !== "link").length;
    if (!(await isConfirmed({ files, folderCount, fate }, words))) return false;
    await (fate.state === "on" ? discard(files, words) : deleteForGood(files, words));
    return true;
  } catch (error) {
    showToast({ kind: "error", message: words.errorText(error) });
    return false;
  }
}

type Question = { files: readonly VirtualPath[]; folderCount: number; fate: Fate };

function isConfirmed({ files, folderCount, fate }: Question, { t }: Words): Promise<boolean> {
  const [first] = files;
  const values = { count: files.length, name: first === undefined ? "" : nameOf(first) };
  const notes =
    fate.state === "on"
      ? [t("delete.kept", { days: fate.days, count: files.length })]
      : [...(fate.state === "asked" ? [] : [t(`delete.${fate.state}`)]), t("delete.forGood")];
  return openConfirm({
    title: fate.state === "on" ? t("delete.trashTitle", values) : t("delete.title", values),
    body: (
      <DeleteSummary files={files} folderCount={folderCount} fileCount={files.length - folderCount} notes={notes} />
    ),
    confirmLabel: fate.state === "on" ? t("delete.toTrash") : t("delete.confirm"),
    danger: fate.state !== "on",
  });
}

async function discard(files: readonly VirtualPath[], words: Words): Promise<void> {
  for (const part of chunked(files, maxPerCall)) {
    const { taskId } = await api.file.removeMany({ files: [...part], permanent: false });
    const [first] = part;
    if (first !== undefined) pushUndo({ id: taskId, name: nameOf(first), count: part.length });
    watchTask(taskId, words);
  }
}

async function deleteForGood(files: readonly VirtualPath[], words: Words): Promise<void> {
  for (const part of chunked(files, maxPerCall)) {
    const { taskId } = await api.file.removeMany({ files: [...part], permanent: true });
    watchTask(taskId, words);
  }
}

/** Asks whether entries that the trash could not take are to be deleted for good. */
export async function deleteRefused(files: readonly VirtualPath[], words: Words): Promise<void> {
  try {
    const fate = { state: "unavailable" } as const;
    if (await isConfirmed({ files, folderCount: 0, fate }, words)) await deleteForGood(files, words);
  } catch (error) {
    showToast({ kind: "error", message: words.errorText(error) });
  }
}
