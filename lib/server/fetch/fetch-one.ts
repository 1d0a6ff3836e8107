import { createHash } from "node:crypto";
import { sumAlgorithm } from "@/lib/contracts/fetch";
import { AppError, isAppError } from "@/lib/shared/errors";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import type { Reach } from "@/lib/server/outbound/resolve-target";
import type { Conflict, Entry, Storage } from "@/lib/server/storage/storage";
import type { StepContext, StepOutcome } from "@/lib/server/task/task-step";
import { decodeBody } from "./decode-body";
import { fileNameOf } from "./file-name";
import { openRemote, type RemoteFile } from "./open-remote";

export type FetchWish = {
  url: URL;
  to: VirtualPath;
  name: EntryName | undefined;
  checksum: string | undefined;
  conflict: Conflict | "skip" | "ask";
  reach: Reach;
  delaysMs: readonly number[];
  storage: Storage;
  /** Told once, as soon as it is known. */
  onSize: (sizeBytes: number) => void;
};

/** How often a file is begun anew that changed while it came, or whose server cannot go on. */
const maxRounds = 3;

/** Downloads one address into a folder: whole and, when a sum is given, verified, or not at all. */
export async function fetchOne(wish: FetchWish, step: StepContext): Promise<StepOutcome> {
  let conflict = wish.conflict;
  for (let round = 1; ; round++) {
    const outcome = await tryFetch({ ...wish, conflict }, step).catch((error: unknown) => {
      if (isAppError(error) && error.key === "fetch/changed" && round < maxRounds) return null;
      throw error;
    });
    if (outcome === "skipped") return { skipped: 1 };
    if (outcome !== null && typeof outcome === "object") return outcome;
    // Somebody has said what is to happen with the name: now with a new connection.
    if (outcome !== null) conflict = outcome;
  }
}

async function tryFetch(wish: FetchWish, step: StepContext): Promise<StepOutcome | Conflict | "skipped"> {
  const { url, to, reach, delaysMs, storage } = wish;
  const { freeBytes } = await storage.space(to);
  const remote = await openRemote({ url, reach, delaysMs, maxBytes: freeBytes, signal: step.signal });
  try {
    if (remote.sizeBytes !== null && remote.sizeBytes > freeBytes) throw new AppError("file/disk-full");
    const path = joinVirtualPath(to, wish.name ?? fileNameOf(remote.headers, remote.url));
    let conflict: Conflict = "rename";
    if (wish.conflict === "skip" || wish.conflict === "ask") {
      const standing = await findEntry(storage, path);
      if (standing !== null && wish.conflict === "skip") return "skipped";
      if (standing !== null) return await askName({ remote, path, to, standing }, step);
    } else conflict = wish.conflict;
    if (remote.sizeBytes !== null) wish.onSize(remote.sizeBytes);
    return await store({ wish, remote, path, conflict, maxBytes: freeBytes }, step);
  } finally {
    remote.close();
  }
}

type Asking = { remote: RemoteFile; path: VirtualPath; to: VirtualPath; standing: Entry };

/** The connection does not wait for somebody who may be asleep. */
async function askName({ remote, path, to, standing }: Asking, { ask }: StepContext): Promise<Conflict | "skipped"> {
  remote.close();
  const { kind, sizeBytes, mtimeMs } = standing;
  const mtime = Date.parse(remote.headers["last-modified"] ?? "") || Date.now();
  const answer = await ask({
    path,
    folder: to,
    arriving: { kind: "file", size: remote.sizeBytes ?? 0, mtime },
    standing: { kind, size: sizeBytes, mtime: mtimeMs },
  });
  if (answer === null) throw new AppError("file/exists");
  return answer === "skip" ? "skipped" : answer;
}

async function findEntry(storage: Storage, path: VirtualPath): Promise<Entry | null> {
  try {
    return await storage.entry(path);
  } catch (error) {
    if (isAppError(error) && error.key === "file/not-found") return null;
    throw error;
  }
}

type Storing = { wish: FetchWish; remote: RemoteFile; path: VirtualPath; conflict: Conflict; maxBytes: number };

async function store({ wish, remote, path, conflict, maxBytes }: Storing, { signal, onProgress }: StepContext) {
  const name = path.slice(path.lastIndexOf("/") + 1);
  let bytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of remote.body) {
      bytes += chunk.length;
      onProgress({ files: 0, bytes, current: name });
      yield chunk;
    }
  }
  const source = decodeBody(counted(), { encoding: remote.headers["content-encoding"], name });
  const checked = wish.checksum === undefined ? source : verified(source, wish.checksum.toLowerCase());
  const written = await wish.storage.write(path, checked, { conflict, maxBytes, signal });
  return { files: 1, bytes, result: { path: written.path, size: written.sizeBytes } };
}

/** Ends with fetch/checksum, before the file gets its name, when the sum is another one. */
async function* verified(source: AsyncIterable<Uint8Array>, wanted: string): AsyncGenerator<Uint8Array, void> {
  const hash = createHash(sumAlgorithm(wanted) ?? "sha256");
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest("hex") !== wanted) throw new AppError("fetch/checksum");
}
