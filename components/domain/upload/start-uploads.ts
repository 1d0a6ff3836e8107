import { askConflicts } from "@/components/domain/transfer/conflict-store";
import { uploadOptions, type UploadChoice } from "@/components/domain/transfer/conflict-plan";
import { findClashes } from "@/components/domain/verbs/transfer-entries";
import type { Words } from "@/components/domain/entry/words";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { UploadSetting } from "@/lib/contracts/upload";
import { AppError } from "@/lib/shared/errors";
import { makeNameFilter } from "@/lib/shared/name-filter";
import { isEntryName, joinVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { collectEntries, collectInput, topEntriesOf, type Collected } from "./collect-files";
import type { DroppedEntries } from "./dropped-entries";
import { accountPorts, endRun, loadLimits } from "./account-place";
import { runUploads } from "./run-uploads";
import { findUnfinished, forgetGoingOn, type Unfinished } from "./unfinished";
import type { NewUpload } from "@/lib/client/upload/upload-item";
import { uploadStore } from "./upload-store";

/** What was dropped, pasted or chosen in a file dialog. */
export type UploadSource = { dropped: DroppedEntries } | { chosen: FileList };

/** Reads what was given, asks about names that are taken, and puts everything into the queue. `again`: a folder that was sent before; what is there of it is passed over. */
export async function startUploads(
  target: VirtualPath,
  source: UploadSource,
  words: Words,
  again: string | null = null,
): Promise<void> {
  try {
    const limits = await loadLimits();
    const collected = await collect(source, limits);
    const count = collected.files.length + collected.emptyFolders.length;
    if (count === 0) return;
    // A few chosen files are no folder upload, however many the limit is.
    if (hasFolders(collected) && count > limits.dirUploadMaxNum)
      throw new AppError("upload/too-many", { count: limits.dirUploadMaxNum });
    const unfinished = await findUnfinished(collected);
    const uploads = uploadsFor(target, collected, { unfinished });
    const goingOn = new Set(uploads.filter(({ url }) => url !== undefined).map(({ label }) => label));
    const arriving = topEntriesOf(collected);
    const names = [...arriving.keys()].filter(isEntryName).filter((name) => !goingOn.has(name) && name !== again);
    const found = await findClashes(
      target,
      names.map((name) => ({ name })),
    );
    const clashes = found.map((clash) => ({ ...clash, arriving: arriving.get(clash.name) ?? null }));
    const answers =
      clashes.length === 0
        ? new Map<string, UploadChoice>()
        : await askConflicts({ clashes, folder: target }, uploadOptions);
    if (answers === null) return;
    const choices = again === null ? answers : new Map([...answers, [again, "resume"] as const]);
    const chosen = uploadsFor(target, collected, { unfinished, choices });
    runUploads(chosen, { words, limits, ports: accountPorts, onReplaced: endRun });
    forgetGoingOn(new Set(chosen.flatMap(({ url }) => url ?? [])));
    await createEmptyFolders(target, collected, choices);
  } catch (error) {
    showToast({ kind: "error", message: words.errorText(error) });
  } finally {
    setReading(null);
  }
}

async function collect(source: UploadSource, { ignore }: UploadSetting): Promise<Collected> {
  const isIgnored = makeNameFilter(ignore);
  if ("chosen" in source) return collectInput(source.chosen, isIgnored);
  let reportedMs = 0;
  return collectEntries(source.dropped, isIgnored, (files) => {
    // Thousands of folders would else redraw the panel thousands of times.
    if (performance.now() - reportedMs < 250) return;
    reportedMs = performance.now();
    setReading(files);
  });
}

function setReading(reading: number | null): void {
  uploadStore.set((view) => (view.reading === reading ? view : { ...view, reading }));
}

const hasFolders = ({ files, emptyFolders }: Collected) =>
  emptyFolders.length > 0 || files.some(({ folders }) => folders.length > 0);

function below(target: VirtualPath, folders: readonly string[]): VirtualPath | null {
  return folders.every(isEntryName)
    ? folders.reduce<VirtualPath>((path, name) => joinVirtualPath(path, name), target)
    : null;
}

type Plan = { unfinished: Unfinished; choices?: ReadonlyMap<string, UploadChoice> };

function uploadsFor(target: VirtualPath, { files }: Collected, { unfinished, choices }: Plan): NewUpload[] {
  const uploads: NewUpload[] = [];
  for (const { folders, file } of files) {
    const conflict = choices?.get(folders[0] ?? file.name) ?? "fail";
    const folder = below(target, folders);
    // A skipped file is not sent at all; in a folder that is merged each file decides on the server.
    if (folder === null || !isEntryName(file.name) || (conflict === "skip" && folders.length === 0)) continue;
    const label = [...folders, file.name].join("/");
    const url = unfinished.urlOf({ folder, file });
    uploads.push({ base: target, folder, name: file.name, label, conflict, file, ...(url === null ? {} : { url }) });
  }
  return uploads;
}

async function createEmptyFolders(
  target: VirtualPath,
  { emptyFolders }: Collected,
  choices: ReadonlyMap<string, UploadChoice>,
): Promise<void> {
  for (const folders of emptyFolders) {
    const path = below(target, folders);
    const isSkipped = folders.length === 1 && choices.get(folders[0] ?? "") === "skip";
    if (path !== null && !isSkipped) await api.file.createFolder({ path, parents: true });
  }
}
