import type { uploadContract } from "@/lib/contracts/upload";
import type { OutputOf } from "@/lib/contracts/endpoint";
import { AppError, isAppError } from "@/lib/shared/errors";
import { isEntryName, joinVirtualPath, nameOf, parentOf, type VirtualPath } from "@/lib/shared/paths";
import { createFolderMaker } from "@/lib/server/entries/create-parents";
import { createWorkInOrder } from "@/lib/server/entries/in-order";
import type { Conflict, Storage, WriteSource } from "@/lib/server/storage/storage";
import { readTar, type TarEntry } from "@/lib/server/archive/read-tar";
import { arrive, type UploadGate } from "./upload-gate";

export type ManyInput = {
  to: VirtualPath;
  conflict: Conflict | "skip";
  /** A file of the same time and bytes is taken for the one that was sent before the connection broke. */
  resume: boolean;
  source: AsyncIterable<Uint8Array>;
  maxEntries: number;
};
type Gate = Pick<UploadGate, "storage" | "maxBytes" | "admit" | "overwriting" | "stored">;
type Report = OutputOf<typeof uploadContract.uploadMany>;

/** Up to here a file is read whole, so that many are written at the same time. */
const smallBytes = 262_144;
const maxParallel = 16;
const maxListed = 1_000;
const maxFolders = 10_000;

/** Stores the entries of a tar as they come, those of one name in their order: each atomically and by the rules of its own path; what fails is told at the end. */
export async function receiveMany(gate: Gate, input: ManyInput): Promise<Report> {
  const report: Report = { files: 0, folders: 0, bytes: 0, skipped: 0, failures: [], failureCount: 0 };
  const makeFolder = createFolderMaker(gate.storage);
  const beside = createWorkInOrder(maxParallel, foldersBehindLinks(gate.storage));
  let entries = 0;

  /** Of what was stored, where it went: for the hard links to it. */
  const stored = new Map<string, VirtualPath>();

  async function store(path: VirtualPath, entry: TarEntry, content: WriteSource) {
    try {
      stored.set(entry.path, await storeEntry({ gate, input, path, entry, content, makeFolder }));
      report.files++;
      report.bytes += entry.sizeBytes;
    } catch (error) {
      // A link to the name is one to this, and not to what came before.
      stored.delete(entry.path);
      note(entry.path, error);
    }
  }

  /** Another name of a file that has come before it. */
  async function storeLink(path: VirtualPath, entry: TarEntry, linksTo: string): Promise<void> {
    await beside.all();
    const from = stored.get(linksTo);
    if (from === undefined) return note(entry.path, new AppError("upload/entry-kind"));
    const file = await gate.storage.open(from);
    try {
      const { sizeBytes } = file.stat;
      await store(path, { ...entry, sizeBytes }, file.stream());
    } finally {
      await file.close();
    }
  }

  function note(path: string, error: unknown): void {
    if (!isAppError(error) || error.key === "request/cancelled" || error.key === "upload/archive") throw error;
    if (error.key === "file/exists" && input.conflict === "skip") {
      report.skipped++;
      return;
    }
    report.failureCount++;
    if (report.failures.length < maxListed) report.failures.push({ path, error: error.key });
  }

  try {
    for await (const entry of readTar(input.source, { needsEnd: true })) {
      if (++entries > input.maxEntries) throw new AppError("upload/too-many", { count: input.maxEntries });
      const path = targetOf(input.to, entry);
      if (path instanceof AppError) note(entry.path, path);
      else if (path === input.to) continue;
      else if (entry.kind === "folder") {
        // Its owner fills it.
        await makeFolder(path, entry.mode | 0o700).then(
          () => report.folders++,
          (error: unknown) => note(entry.path, error),
        );
      } else if (entry.linksTo !== null) await storeLink(path, entry, entry.linksTo);
      else if (entry.sizeBytes > smallBytes) {
        await beside.until(path);
        await store(path, entry, entry.stream());
      } else {
        const bytes = await entry.take();
        await beside.add(path, () => store(path, entry, bytes));
      }
      // What is not one file's failure ends it all.
      beside.assertNoneFailed();
    }
  } finally {
    await beside.all();
  }
  beside.assertNoneFailed();
  return report;
}

/** Two paths may lead into one folder, through links that were there before. What is not there yet is behind none. */
function foldersBehindLinks(storage: Storage): (folder: VirtualPath) => Promise<string> {
  const known = new Map<VirtualPath, Promise<{ place: string; isThere: boolean }>>();
  function find(folder: VirtualPath): Promise<{ place: string; isThere: boolean }> {
    const found = known.get(folder) ?? ask(folder);
    if (known.size >= maxFolders) known.clear();
    known.set(folder, found);
    return found;
  }
  async function ask(folder: VirtualPath) {
    const parent = parentOf(folder);
    const above = parent === null ? null : await find(parent);
    const below = { place: above === null ? folder : `${above.place}/${nameOf(folder)}`, isThere: false };
    if (above?.isThere === false) return below;
    // What is wrong with it is said when it is written to.
    return storage.placeOf(folder).then(
      (place) => ({ place, isThere: true }),
      () => below,
    );
  }
  return async (folder) => (await find(folder)).place;
}

/** Where an entry goes, or why it goes nowhere. The archive's own folder is `to`. */
function targetOf(to: VirtualPath, { path, kind }: TarEntry): VirtualPath | AppError {
  if (kind === "other") return new AppError("upload/entry-kind");
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  if (path.startsWith("/") || !names.every(isEntryName)) return new AppError("file/name-invalid");
  return names.filter(isEntryName).reduce(joinVirtualPath, to);
}

type StoreInput = {
  gate: Gate;
  input: ManyInput;
  path: VirtualPath;
  entry: TarEntry;
  content: WriteSource;
  makeFolder: (path: VirtualPath) => Promise<void>;
};

async function storeEntry({ gate, input, path, entry, content, makeFolder }: StoreInput): Promise<VirtualPath> {
  const folder = parentOf(path) ?? input.to;
  const { mtimeMs, mode } = entry;
  const { storage, maxBytes } = gate;
  await gate.admit?.({ folder, name: nameOf(path), sizeBytes: entry.sizeBytes });
  if (folder !== input.to) await makeFolder(folder);
  const conflict = input.conflict === "skip" ? "fail" : input.conflict;
  const limit = maxBytes === null ? {} : { maxBytes };
  const options = { conflict, mtimeMs, maxMode: mode, takesSame: input.resume, ...limit };
  const result = await arrive(gate, { path, conflict }, (keeping) =>
    storage.write(path, content, { ...options, ...keeping }),
  );
  await gate.stored?.(result);
  return result.path;
}
