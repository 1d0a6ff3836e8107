import { singleOptions, type Clash, type ConflictChoice } from "@/components/domain/transfer/conflict-plan";
import { askConflicts } from "@/components/domain/transfer/conflict-store";
import { findClashes } from "@/components/domain/verbs/transfer-entries";
import type { UploadItem } from "@/lib/client/upload/upload-item";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";

type Answer = Exclude<ConflictChoice, "merge">;

/** Asks about uploads whose names were taken; the answers by label, null when the user gives up. */
export async function askTaken(items: readonly UploadItem[]): Promise<ReadonlyMap<string, Answer> | null> {
  const [first] = items;
  if (first === undefined) return null;
  const clashes = await describe(items);
  return askConflicts({ clashes, folder: first.folder }, singleOptions);
}

/** In the order of the items. What is gone by now is asked about all the same: whoever chose may still want another name. */
async function describe(items: readonly UploadItem[]): Promise<Clash[]> {
  const standing = new Map<string, Clash["standing"]>();
  const byFolder = new Map<VirtualPath, { name: EntryName }[]>();
  for (const { folder, name } of items) {
    const own = byFolder.get(folder) ?? [];
    byFolder.set(folder, own);
    own.push({ name });
  }
  for (const [folder, own] of byFolder)
    for (const clash of await findClashes(folder, own)) standing.set(`${folder}/${clash.name}`, clash.standing);
  return items.map(({ label, folder, name, file, sizeBytes }) => {
    const arriving = { kind: "file", size: sizeBytes, mtime: file?.lastModified ?? 0 } as const;
    return { name: label, arriving, standing: standing.get(`${folder}/${name}`) ?? arriving };
  });
}
