import { withoutTrailing } from "@/lib/shared/without-trailing";
import { AppError, isAppError } from "@/lib/shared/errors";
import { nameOf, parentOf, type VirtualPath } from "@/lib/shared/paths";
import { createFolderMaker } from "@/lib/server/entries/create-parents";
import { createWorkInOrder } from "@/lib/server/entries/in-order";
import { nullIfMissing } from "@/lib/server/storage/expected-errors";
import { noRoom, type Space } from "@/lib/server/storage/space";
import type { Storage, WriteSource } from "@/lib/server/storage/storage";
import type { StepContext } from "@/lib/server/group/task-step";
import { createWorkBeside } from "@/lib/server/base/work-beside";
import { filled, isHole, lengthOf, type SparsePiece } from "@/lib/server/storage/holes";
import { beginFolders } from "./folder-attributes";
import { tellProgress } from "./tell-progress";
import { maxEntries, placeOf, type ArchiveEntry, type OpenArchive } from "./archive-entry";

const maxFailures = 100;
/** Up to here an entry is read whole, so that many are written at the same time: each waits for the disk. */
const smallBytes = 262_144;
const maxParallel = 16;
const noRoomKeys: ReadonlySet<string> = new Set(["file/disk-full", "file/disk-quota", "quota/exceeded"]);
/** With these nothing that follows can succeed. */
const fatal: ReadonlySet<string> = new Set([
  ...noRoomKeys,
  "archive/bomb",
  "archive/memory",
  "archive/password",
  "archive/password-wrong",
  "request/cancelled",
]);

export type Unpacking = {
  archive: OpenArchive;
  into: VirtualPath;
  /** More than this is made to fill disks. */
  limitBytes: number;
  /** What there is room for. */
  space?: Space;
  only: readonly string[] | undefined;
  storage: Storage;
  /** Counts what is written, also before a failure; `full`: the entry for which there was no room. */
  made?: { files: number; full?: { path: string; error: string } };
  /** Bytes of the archive that have been read, where they are the progress. */
  readOf?: (() => number) | undefined;
};

/** Writes the entries below a folder, small ones several at a time, those of one name in their order; each that is refused or fails is told, and the others go on. */
export async function unpack(unpacking: Unpacking, { signal, onProgress }: StepContext) {
  const { archive, into, limitBytes, space, only, storage, readOf, made = { files: 0 } }: Unpacking = unpacking;
  const done = { files: 0, folders: 0, bytes: 0, failureCount: 0, failures: [] as { path: string; error: string }[] };
  const makeFolder = createFolderMaker(storage);
  const tell = tellProgress(onProgress);
  const tellAt = (current: string) => tell({ files: done.files, bytes: readOf?.() ?? done.bytes, current });
  const running = createWorkInOrder(maxParallel);
  const keepsHoles = storage.can(into, "disk");
  const folders = await beginFolders(storage, into, signal);
  /** Where the last entry of a path went, if that is not its name: another had it, or it could not be written (null). */
  const elsewhere = new Map<VirtualPath, VirtualPath | null>();
  let entries = 0;

  /** Stops what grows beyond all measure, also where the archive lies about its sizes. */
  async function* counted(source: AsyncIterable<SparsePiece>, current: string): AsyncGenerator<SparsePiece, void> {
    for await (const chunk of source) {
      // A hole costs nothing where the disk keeps it as one.
      if (!isHole(chunk) || !keepsHoles) count(lengthOf(chunk));
      tellAt(current);
      yield chunk;
    }
  }

  function count(bytes: number): void {
    done.bytes += bytes;
    if (done.bytes > limitBytes) throw new AppError("archive/bomb");
    if (space !== undefined && done.bytes > space.freeBytes) throw noRoom(space);
  }

  async function store(entry: ArchiveEntry, place: VirtualPath, content: WriteSource): Promise<void> {
    const parent = parentOf(place);
    if (parent !== null && parent !== into) await makeFolder(parent);
    // Two entries of one name: both stay.
    const { mtimeMs, mode } = entry;
    const options = { conflict: "rename", mtimeMs, isSyncedLater: true, signal } as const;
    const { path } = await storage.write(place, content, { ...options, ...(mode === null ? {} : { maxMode: mode }) });
    placedAt(place, path);
    done.files++;
    made.files++;
    tellAt(entry.path);
  }

  /** Another name of a file that is there, as a copy: with its holes, and its blocks where the disk shares them. False where it is not there. */
  async function copySame({ path, sameAs }: ArchiveEntry, place: VirtualPath): Promise<boolean> {
    const known = sameAs === undefined ? null : placeOf(into, { path: sameAs, kind: "file" });
    const parent = parentOf(place);
    if (known === null || parent === null) return false;
    await running.all();
    const moved = elsewhere.get(known);
    if (moved === null) return false;
    const from = moved ?? known;
    const details = await storage.details(from).catch(nullIfMissing);
    if (details === null) return false;
    count(keepsHoles ? details.allocatedBytes : details.sizeBytes);
    if (parent !== into) await makeFolder(parent);
    const copied = await storage.copy(from, parent, { conflict: "rename", name: nameOf(place), signal });
    placedAt(place, copied.path);
    done.files++;
    made.files++;
    tellAt(path);
    return true;
  }

  function placedAt(place: VirtualPath, path: VirtualPath | null): void {
    if (path === place) elsewhere.delete(place);
    else elsewhere.set(place, path);
  }

  function note(path: string, error: unknown): void {
    if (isAppError(error) && noRoomKeys.has(error.key)) made.full ??= { path, error: error.key };
    if (!isAppError(error) || fatal.has(error.key)) throw error;
    done.failureCount++;
    if (done.failures.length < maxFailures) done.failures.push({ path, error: error.key });
  }

  async function finishFolders(): Promise<void> {
    const setting = createWorkBeside(maxParallel);
    await folders.finish(setting, note);
    setting.assertNoneFailed();
  }

  const beside = (path: string, place: VirtualPath, work: () => Promise<void>) =>
    running.add(place, () => work().catch((error: unknown) => failed(path, place, error)));

  function failed(path: string, place: VirtualPath, error: unknown): void {
    placedAt(place, null);
    note(path, error);
  }

  async function take(entry: ArchiveEntry): Promise<void> {
    const place = placeOf(into, entry);
    if (place === null) return;
    if (entry.kind === "folder") {
      await running.until(place);
      await makeFolder(place);
      folders.note(place, entry);
      done.folders++;
      return;
    }
    await takeFile(entry, place).catch((error: unknown) => failed(entry.path, place, error));
  }

  async function takeFile(entry: ArchiveEntry, place: VirtualPath): Promise<void> {
    if (await copySame(entry, place)) return;
    const read = async () => counted(await entry.stream(), entry.path);
    if (archive.format === "single" || entry.sizeBytes > smallBytes) {
      await running.until(place);
      await store(entry, place, await read());
    } else if (archive.isRandomAccess)
      await beside(entry.path, place, async () => store(entry, place, await gather(await read())));
    else {
      const bytes = await gather(await read());
      await beside(entry.path, place, () => store(entry, place, bytes));
    }
  }

  try {
    for await (const entry of archive.entries(only === undefined ? undefined : isBelow(only))) {
      if (signal.aborted) throw new AppError("request/cancelled");
      if (++entries > maxEntries) throw new AppError("archive/bomb");
      await take(entry).catch((error: unknown) => note(entry.path, error));
      running.assertNoneFailed();
    }
  } finally {
    await running.all();
  }
  running.assertNoneFailed();
  await finishFolders();
  // Once for all of them: until now the folder has a name that promises nothing.
  await storage.sync(into);
  return done;
}

/** All of a small content. One that is larger than it said is broken. */
async function gather(source: AsyncIterable<SparsePiece>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of filled(source)) {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes > smallBytes) throw new AppError("archive/broken");
  }
  const [only] = chunks;
  return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
}

export function isBelow(only: readonly string[]): (entry: { path: string }) => boolean {
  const wanted = new Set(only.map((path) => withoutTrailing(path, "/")));
  const longest = Math.max(0, ...[...wanted].map(({ length }) => length));
  return ({ path }) => {
    for (let at = withoutTrailing(path, "/"); ; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
      if (at.length <= longest && wanted.has(at)) return true;
      if (!at.includes("/")) return false;
    }
  };
}
