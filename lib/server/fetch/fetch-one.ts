import { noRoom } from "@/lib/server/storage/space";
import { AppError, isAppError } from "@/lib/shared/errors";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import type { Reach } from "@/lib/server/outbound/resolve-target";
import type { Conflict, Entry, Storage } from "@/lib/server/storage/storage";
import type { StepContext, StepOutcome } from "@/lib/server/group/task-step";
import { decodeBody } from "./decode-body";
import { distrustPart, dropPart, emptyPart, fillPart, findArrived, placePart, type FetchMemory } from "./fetch-part";
import { fileNameOf } from "./file-name";
import type { KeptFetched } from "./keep-fetched";
import { openRemote, type RemoteFile, type RemoteStart } from "./open-remote";

export type FetchWish = {
  url: URL;
  to: VirtualPath;
  name?: EntryName | undefined;
  checksum?: string | undefined;
  conflict: Conflict | "skip" | "ask";
  reach: () => Promise<Reach>;
  onReached?: (place: { isLan: boolean }) => void;
  delaysMs: readonly number[];
  storage: Storage;
  /** What an earlier run of the server had of it, and where it is kept for the next one. */
  memory: FetchMemory;
  /** Keeps what has the name by the time that all has arrived. */
  keeping: Pick<KeptFetched, "overwriting" | "ids">;
  /** Whether an earlier run began it. */
  isResumed?: boolean;
  /** Whether what ends it is the end of the server: then what has arrived stays for the next one. */
  isStopping: () => boolean;
  /** Told as soon as it is known. */
  onSize: (sizeBytes: number) => void;
};

/** How often a file is begun anew that changed while it came, or whose server cannot go on. */
const maxRounds = 3;

/** Downloads one address into a folder: whole and, when a sum is given, verified, or not at all. */
export async function fetchOne(wish: FetchWish, step: StepContext): Promise<StepOutcome> {
  try {
    return await fetchInRounds(wish, step);
  } catch (error) {
    if (!wish.isStopping()) await dropPart(wish);
    throw error;
  }
}

async function fetchInRounds(wish: FetchWish, step: StepContext): Promise<StepOutcome> {
  let conflict = wish.conflict;
  for (let round = 1; ; round++) {
    const outcome = await tryFetch({ ...wish, conflict }, step).catch(async (error: unknown) => {
      if (!isAppError(error) || error.key !== "fetch/changed" || round === maxRounds) throw error;
      await distrustPart(wish);
      return null;
    });
    if (outcome === "skipped") return { skipped: 1 };
    if (outcome !== null && typeof outcome === "object") return outcome;
    // Somebody has said what is to happen with the name: now with a new connection.
    if (outcome !== null) conflict = outcome;
  }
}

async function tryFetch(wish: FetchWish, step: StepContext): Promise<StepOutcome | Conflict | "skipped"> {
  const { to, storage, memory } = wish;
  const arrived = await findArrived(wish);
  if (arrived.kind === "placed") return outcomeOf(arrived);
  if (arrived.kind === "whole") return placeWhole(wish, step);
  const start = arrived.kind === "some" ? arrived.start : undefined;
  const offset = start?.offset ?? 0;
  const space = await storage.space(to, null);
  const { freeBytes } = space;
  const remote = await openRemote({
    ...wish,
    maxBytes: freeBytes + offset,
    from: start,
    isPatient: wish.isResumed ?? false,
    signal: step.signal,
  });
  try {
    if (remote.sizeBytes !== null && remote.sizeBytes - offset > freeBytes) throw noRoom(space);
    const kept = memory.kept();
    const name = kept?.name ?? wish.name ?? fileNameOf(remote.headers, remote.url);
    const isChoosing = kept === null && (wish.conflict === "skip" || wish.conflict === "ask");
    const path = joinVirtualPath(to, name);
    const standing = isChoosing ? await findEntry(storage, path) : null;
    if (standing !== null && wish.conflict === "skip") return "skipped";
    if (standing !== null) return await askName({ remote, path, to, standing }, step);
    if (remote.sizeBytes !== null) wish.onSize(remote.sizeBytes);
    return await store({ wish, remote, name, start, maxBytes: freeBytes }, step);
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
  if (answer !== "newer") return answer === "skip" ? "skipped" : answer;
  if (kind === "folder") throw new AppError("file/exists");
  return mtime > mtimeMs ? "replace" : "skipped";
}

async function findEntry(storage: Storage, path: VirtualPath): Promise<Entry | null> {
  try {
    return await storage.entry(path);
  } catch (error) {
    if (isAppError(error) && error.key === "file/not-found") return null;
    throw error;
  }
}

type Storing = {
  wish: FetchWish;
  remote: RemoteFile;
  name: EntryName;
  start: RemoteStart | undefined;
  maxBytes: number;
};

async function store({ wish, remote, name, start, maxBytes }: Storing, step: StepContext): Promise<StepOutcome> {
  const { signal, onProgress } = step;
  const offset = start?.offset ?? 0;
  let bytes = offset;
  async function* counted(): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of remote.body) {
      bytes += chunk.length;
      onProgress({ files: 0, bytes, current: name });
      yield chunk;
    }
  }
  const received = counted();
  const source = decodeBody(received, { encoding: remote.headers["content-encoding"], name });
  if (start === undefined) {
    const { validator, sizeBytes } = source === received ? remote : { validator: null, sizeBytes: null };
    const { conflict } = wish.memory.kept() ?? wish;
    const chosen = conflict === "skip" || conflict === "ask" ? "rename" : conflict;
    await emptyPart(wish, { name, conflict: chosen, validator, sizeBytes });
  }
  await fillPart(wish, { source, offset, maxBytes, signal });
  return { ...(await placeWhole(wish, step)), bytes };
}

async function placeWhole(wish: FetchWish, { signal }: StepContext): Promise<StepOutcome> {
  const { checksum: sum, keeping } = wish;
  const placed = await placePart(wish, { sum, overwriting: keeping.overwriting, signal });
  const { length } = keeping.ids;
  return { ...outcomeOf(placed), replaced: length, kept: length };
}

function outcomeOf({ path, sizeBytes }: { path: VirtualPath; sizeBytes: number }) {
  return { files: 1, bytes: sizeBytes, result: { path, size: sizeBytes } };
}
