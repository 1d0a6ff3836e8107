import { askConflicts } from "@/components/file/conflict-store";
import type { ConflictChoice } from "@/components/file/conflict-plan";
import { findClashes } from "@/components/file/verbs/transfer-entries";
import type { Words } from "@/components/file/words";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { isEntryName, joinVirtualPath, nameOf, type VirtualPath } from "@/lib/shared/paths";
import { collectEntries, collectInput, topNamesOf, type Collected } from "./collect-files";
import type { DroppedEntries } from "./dropped-entries";
import { runUploads } from "./run-uploads";
import type { NewUpload } from "./upload-queue";
import { uploadStore } from "./upload-store";

/** What was dropped, pasted or chosen in a file dialog. */
export type UploadSource = { dropped: DroppedEntries } | { chosen: FileList };

/** Reads what was given, asks about names that are taken, and puts everything into the queue. */
export async function startUploads(target: VirtualPath, source: UploadSource, words: Words): Promise<void> {
  try {
    const collected = await collect(source);
    if (collected.files.length + collected.emptyFolders.length === 0) return;
    const names = topNamesOf(collected).filter(isEntryName);
    const clashes = await findClashes(target, names);
    const choices =
      clashes.length === 0
        ? new Map<string, ConflictChoice>()
        : await askConflicts({ names: clashes, folder: nameOf(target) });
    if (choices === null) return;
    runUploads(uploadsFor(target, collected, choices), words);
    await createEmptyFolders(target, collected, choices);
  } catch (error) {
    showToast({ kind: "error", message: words.errorText(error) });
  } finally {
    setReading(null);
  }
}

async function collect(source: UploadSource): Promise<Collected> {
  if ("chosen" in source) return collectInput(source.chosen);
  let toldMs = 0;
  return collectEntries(source.dropped, (files) => {
    // Thousands of folders would else redraw the panel thousands of times.
    if (performance.now() - toldMs < 250) return;
    toldMs = performance.now();
    setReading(files);
  });
}

function setReading(reading: number | null): void {
  uploadStore.set((view) => (view.reading === reading ? view : { ...view, reading }));
}

function below(target: VirtualPath, folders: readonly string[]): VirtualPath | null {
  return folders.every(isEntryName)
    ? folders.reduce<VirtualPath>((path, name) => joinVirtualPath(path, name), target)
    : null;
}

function uploadsFor(
  target: VirtualPath,
  { files }: Collected,
  choices: ReadonlyMap<string, ConflictChoice>,
): NewUpload[] {
  const uploads: NewUpload[] = [];
  for (const { folders, file } of files) {
    const conflict = choices.get(folders[0] ?? file.name) ?? "fail";
    const folder = below(target, folders);
    // A skipped file is not sent at all; in a folder that is merged each file decides on the server.
    if (folder === null || !isEntryName(file.name) || (conflict === "skip" && folders.length === 0)) continue;
    uploads.push({ folder, name: file.name, label: [...folders, file.name].join("/"), conflict, file });
  }
  return uploads;
}

async function createEmptyFolders(
  target: VirtualPath,
  { emptyFolders }: Collected,
  choices: ReadonlyMap<string, ConflictChoice>,
): Promise<void> {
  for (const folders of emptyFolders) {
    const path = below(target, folders);
    const isSkipped = folders.length === 1 && choices.get(folders[0] ?? "") === "skip";
    if (path !== null && !isSkipped) await api.file.createFolder({ path, parents: true });
  }
}
