import type { fileContract } from "@/lib/contracts/file";
import { isAppError } from "@/lib/shared/errors";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import type { Service } from "@/lib/server/http/run-endpoint";
import type { Storage } from "@/lib/server/storage/storage";

const askedOneByOne = 50;

/** Which of the names the folder has. A hint for the question on the screen; the operation itself refuses or resolves. */
export const findClashes: Service<typeof fileContract.clashes> = async ({ to, names }, { storage, signal }) => {
  if (names.length <= askedOneByOne) {
    const known = await Promise.all(names.map((name) => hasEntry(storage, to, name)));
    return { names: names.filter((_, index) => known[index]) };
  }
  const wanted = new Set<string>(names);
  const clashes: string[] = [];
  for await (const page of storage.list(to, signal))
    for (const { name } of page) if (wanted.has(name)) clashes.push(name);
  return { names: clashes };
};

async function hasEntry(storage: Storage, folder: VirtualPath, name: EntryName): Promise<boolean> {
  try {
    await storage.entry(joinVirtualPath(folder, name));
    return true;
  } catch (error) {
    if (isAppError(error) && error.key === "file/not-found") return false;
    throw error;
  }
}
