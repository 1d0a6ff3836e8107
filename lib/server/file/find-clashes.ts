import type { fileContract } from "@/lib/contracts/file";
import type { Met } from "@/lib/contracts/task";
import { isAppError } from "@/lib/shared/errors";
import { joinVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { createPace } from "@/lib/server/base/next-slice";
import type { Service } from "@/lib/server/http/service";
import type { Entry, Storage } from "@/lib/server/storage/storage";

const askedOneByOne = 50;

/**
 * Which of the names the folder has, and what both are. A hint for the question on the screen; the operation itself refuses or resolves.
 */
export const findClashes: Service<typeof fileContract.clashes> = async ({ to, names, from }, { storage, signal }) => {
  const standing = new Map<string, Entry>();
  if (names.length <= askedOneByOne) {
    const found = await Promise.all(names.map((name) => findEntry(storage, joinVirtualPath(to, name))));
    for (const entry of found) if (entry !== null) standing.set(entry.name, entry);
  } else {
    const wanted = new Set<string>(names);
    for await (const page of storage.list(to, signal))
      for (const entry of page) if (wanted.has(entry.name)) standing.set(entry.name, entry);
  }
  const clashes: { name: string; standing: Met; arriving: Met | null }[] = [];
  const pace = createPace();
  for (const [index, name] of names.entries()) {
    await pace();
    const there = standing.get(name);
    if (there === undefined) continue;
    signal.throwIfAborted();
    const path = from[index];
    const arriving = path === undefined ? null : await findEntry(storage, path);
    clashes.push({ name, standing: met(there), arriving: arriving === null ? null : met(arriving) });
  }
  return { clashes };
};

const met = ({ kind, sizeBytes, mtimeMs }: Entry): Met => ({ kind, size: sizeBytes, mtime: mtimeMs });

async function findEntry(storage: Storage, path: VirtualPath): Promise<Entry | null> {
  try {
    return await storage.entry(path);
  } catch (error) {
    if (isAppError(error) && error.key === "file/not-found") return null;
    throw error;
  }
}
