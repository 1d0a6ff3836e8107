import { AppError, isAppError } from "@/lib/shared/errors";
import { parentOf, type VirtualPath } from "@/lib/shared/paths";
import { createParents } from "@/lib/server/file/create-entry";
import type { Storage } from "@/lib/server/storage/storage";
import type { StepContext } from "@/lib/server/task/task-step";
import { maxEntries, placeOf, type ArchiveEntry, type OpenArchive } from "./archive-entry";

const maxFailures = 100;
/** With these nothing that follows can succeed. */
const fatal: ReadonlySet<string> = new Set([
  "archive/bomb",
  "archive/memory",
  "archive/password",
  "archive/password-wrong",
  "request/cancelled",
  "file/disk-full",
]);

type Unpacking = {
  archive: OpenArchive;
  into: VirtualPath;
  limitBytes: number;
  only: readonly string[] | undefined;
  storage: Storage;
};

/** Writes the entries below a folder; each that is refused or fails is told, and the others go on. */
export async function unpack(
  { archive, into, limitBytes, only, storage }: Unpacking,
  { signal, onProgress }: StepContext,
) {
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
  for await (const entry of archive.entries(only === undefined ? undefined : isBelow(only))) {
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
      if (!isAppError(error) || fatal.has(error.key)) throw error;
      done.failureCount++;
      if (done.failures.length < maxFailures) done.failures.push({ path: entry.path, error: error.key });
    }
  }
  return done;
}

function isBelow(only: readonly string[]): (entry: { path: string }) => boolean {
  const wanted = new Set(only.map(withoutSlash));
  return ({ path }) => {
    for (let at = withoutSlash(path); ; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
      if (wanted.has(at)) return true;
      if (!at.includes("/")) return false;
    }
  };
}

const withoutSlash = (path: string) => path.replace(/\/+$/, "");

type Storing = { entry: ArchiveEntry; place: VirtualPath; source: AsyncIterable<Uint8Array>; storage: Storage };

async function store({ entry, place, source, storage }: Storing, signal: AbortSignal): Promise<void> {
  const parent = parentOf(place);
  if (parent !== null) await createParents(storage, parent);
  // Two entries of one name: both stay.
  const { path } = await storage.write(place, source, { conflict: "rename", mtimeMs: entry.mtimeMs, signal });
  const mode = entry.mode ?? 0;
  if ((mode & 0o111) !== 0) await storage.setAttributes(path, { change: { mode }, recursive: false, signal });
}
