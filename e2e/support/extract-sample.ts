import { lstatSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import type { LocalFixture } from "@/lib/server/storage/local-fixture";
import type { ListedEntry, OpenOptions } from "@/lib/server/archive/archive-entry";
import { openArchive } from "@/lib/server/archive/open-archive";
import { unpack } from "@/lib/server/archive/unpack";

export type ExtractWish = Partial<OpenOptions> & { only?: string[]; limitBytes?: number };

const step = { signal: new AbortController().signal, onProgress: () => {}, ask: async () => null };
let number = 0;

/** For tests: what came out of an archive, by path, and what was refused. */
export async function extractSample(
  fixture: LocalFixture,
  { name, bytes }: { name: string; bytes: Uint8Array },
  { only, limitBytes = 1e9, ...options }: ExtractWish = {},
) {
  const folder = joinVirtualPath("r" as VirtualPath, `out${number++}` as EntryName); // plain words
  writeFileSync(path.join(fixture.root, name), bytes);
  await fixture.storage.createFolder(folder);
  const file = await fixture.storage.open(joinVirtualPath("r" as VirtualPath, name as EntryName)); // as above
  try {
    const archive = await openArchive(file, { name, holder: "mia", signal: step.signal, ...options });
    const listed: ListedEntry[] = [];
    for await (const entry of archive.list()) listed.push(entry);
    const { failures } = await unpack({ archive, into: folder, limitBytes, only, storage: fixture.storage }, step);
    const read = (at: string) => {
      const place = path.join(fixture.root, folder.slice(2), at);
      if (!lstatSync(place).isFile()) throw new Error(`${at} is no file`);
      return readFileSync(place, "utf8");
    };
    const out = path.join(fixture.root, folder.slice(2));
    return { listed, failures, read, out, names: await fixture.truth(folder.slice(2)) };
  } finally {
    await file.close();
  }
}
