import type { archiveContract } from "@/lib/contracts/archive";
import { AppError, isAppError } from "@/lib/shared/errors";
import { isEntryName, joinVirtualPath, nameOf, parentOf, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { randomId } from "@/lib/shared/units";
import { createParents } from "@/lib/server/file/create-entry";
import type { Service } from "@/lib/server/http/run-endpoint";
import type { Storage } from "@/lib/server/storage/storage";
import { startTask } from "@/lib/server/task/start-task";
import type { StepContext } from "@/lib/server/task/task-step";
import { maxEntries, mostBytes, placeOf, type ArchiveEntry, type OpenArchive } from "./archive-entry";
import { openArchive } from "./open-archive";

const maxFailures = 100;
const maxNumber = 1_000;
const never = new AbortController().signal;

/**
 * Unpacks an archive beside it or elsewhere. Everything goes into a folder that says that it is not finished; at the end that gets
 * the archive's name, or makes room for the one entry that was in it. Broken off, it is removed.
 */
export const extractArchive: Service<typeof archiveContract.extract> = async ({ path, to, encoding }, ctx) => {
  const { storage } = ctx;
  await storage.stat(path);
  await storage.stat(to);
  return startTask(ctx, {
    kind: "extract",
    title: nameOf(path),
    input: { path, to },
    steps: [{ path, run: (step) => extract({ path, to, encoding, storage }, step) }],
  });
};

type Wish = { path: VirtualPath; to: VirtualPath; encoding: string | undefined; storage: Storage };

async function extract({ path, to, encoding, storage }: Wish, step: StepContext) {
  const file = await storage.open(path);
  try {
    const archive = await openArchive(file, encoding);
    const { freeBytes } = await storage.space(to);
    if (archive.totalBytes !== null && archive.totalBytes > freeBytes) throw new AppError("file/disk-full");
    const title = titleOf(nameOf(path));
    const unfinished = joinVirtualPath(to, `${title.slice(0, 60)} (unfinished ${randomId(6)})` as EntryName); // made of a name
    await storage.createFolder(unfinished);
    try {
      const limitBytes = Math.min(freeBytes, mostBytes(file.stat.sizeBytes));
      const outcome = await unpack({ archive, into: unfinished, limitBytes, storage }, step);
      if (outcome.files + outcome.folders === 0 && outcome.failureCount > 0) await remove(storage, unfinished);
      else await settle({ unfinished, to, title, storage });
      return outcome;
    } catch (error) {
      await remove(storage, unfinished);
      throw error;
    }
  } finally {
    await file.close();
  }
}

type Unpacking = { archive: OpenArchive; into: VirtualPath; limitBytes: number; storage: Storage };

async function unpack({ archive, into, limitBytes, storage }: Unpacking, { signal, onProgress }: StepContext) {
  const done = { files: 0, folders: 0, bytes: 0, failureCount: 0, failures: [] as { path: string; error: string }[] };
  let count = 0;
  /** Stops what grows beyond all measure, also where the archive lies about its sizes. */
  async function* counted(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of source) {
      done.bytes += chunk.length;
      if (done.bytes > limitBytes) throw new AppError("archive/bomb");
      yield chunk;
    }
  }
  for await (const entry of archive.entries()) {
    if (signal.aborted) throw new AppError("request/cancelled");
    if (++count > maxEntries) throw new AppError("archive/bomb");
    try {
      const place = placeOf(into, entry);
      if (place === null) continue;
      if (entry.kind === "folder") {
        await createParents(storage, place);
        done.folders++;
      } else {
        await store({ entry, place, source: counted(await entry.stream()), storage }, signal);
        done.files++;
      }
      onProgress({ files: done.files, bytes: done.bytes, current: entry.path });
    } catch (error) {
      if (!isAppError(error) || ["archive/bomb", "request/cancelled", "file/disk-full"].includes(error.key))
        throw error;
      done.failureCount++;
      if (done.failures.length < maxFailures) done.failures.push({ path: entry.path, error: error.key });
    }
  }
  return done;
}

type Storing = { entry: ArchiveEntry; place: VirtualPath; source: AsyncIterable<Uint8Array>; storage: Storage };

async function store({ entry, place, source, storage }: Storing, signal: AbortSignal): Promise<void> {
  const parent = parentOf(place);
  if (parent !== null) await createParents(storage, parent);
  // Two entries of one name: both stay.
  const { path } = await storage.write(place, source, { conflict: "rename", mtimeMs: entry.mtimeMs, signal });
  const mode = entry.mode ?? 0;
  if ((mode & 0o111) !== 0) await storage.setAttributes(path, { change: { mode }, recursive: false, signal });
}

type Settling = { unfinished: VirtualPath; to: VirtualPath; title: string; storage: Storage };

/** The one entry of an archive needs no folder around it. */
async function settle({ unfinished, to, title, storage }: Settling): Promise<void> {
  const names: EntryName[] = [];
  for await (const page of storage.list(unfinished)) {
    names.push(...page.map(({ name }) => name));
    if (names.length > 1) break;
  }
  const [only] = names;
  if (only === undefined || names.length > 1) return renameToFree(storage, unfinished, to, title);
  await renameToFree(storage, joinVirtualPath(unfinished, only), to, only);
  await remove(storage, unfinished);
}

async function renameToFree(storage: Storage, from: VirtualPath, to: VirtualPath, wanted: string): Promise<void> {
  for (let number = 1; number <= maxNumber; number++) {
    const name = number === 1 ? wanted : `${wanted} (${number})`;
    if (!isEntryName(name)) throw new AppError("file/name-too-long");
    try {
      await storage.rename(from, joinVirtualPath(to, name));
      return;
    } catch (error) {
      if (!isAppError(error) || error.key !== "file/exists") throw error;
    }
  }
  throw new AppError("file/exists");
}

async function remove(storage: Storage, path: VirtualPath): Promise<void> {
  await storage.remove(path, { signal: never });
}

function titleOf(name: EntryName): string {
  const title = name.replace(/\.(?:zip|tar|tgz|tar\.gz)$/i, "");
  return title === "" ? name : title;
}
