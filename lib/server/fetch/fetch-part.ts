import { createHash } from "node:crypto";
import { sumAlgorithm } from "@/lib/contracts/fetch";
import { AppError, isAppError } from "@/lib/shared/errors";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import type { Conflict, PartFile, Storage, WriteResult } from "@/lib/server/storage/storage";
import type { Overwriting } from "./keep-fetched";
import type { RemoteStart } from "./open-remote";

/** What is known of a download that has begun; enough to go on with it after the server was killed. */
export type Kept = {
  partId: string;
  /** Where the part is on the host, for the sweep. */
  place: string;
  name: EntryName;
  conflict: Conflict;
  /** Of the other server's file, when what is in the part are its very bytes. */
  validator: string | null;
  /** Of the whole; null when it is not known, or not the part's. */
  sizeBytes: number | null;
  /** Of the sealed part, which is about to get its name. */
  etag: string | null;
};

export type FetchMemory = { kept: () => Kept | null; keep: (kept: Kept) => Promise<void> };

type Having = { storage: Storage; to: VirtualPath; memory: FetchMemory };

/** What has arrived already: nothing of use, so many bytes, or all of it under its name. */
type Arrived =
  | { kind: "nothing" | "whole" }
  | { kind: "some"; start: RemoteStart }
  | { kind: "placed"; path: VirtualPath; sizeBytes: number };

export async function findArrived({ storage, to, memory }: Having): Promise<Arrived> {
  const kept = memory.kept();
  if (kept === null) return { kind: "nothing" };
  const { validator, sizeBytes } = kept;
  const offset = await findSize(storage, partOf(to, kept));
  if (offset === null) return (await findPlaced(storage, to, kept)) ?? { kind: "nothing" };
  if (validator === null || offset === 0) return { kind: "nothing" };
  return offset === sizeBytes ? { kind: "whole" } : { kind: "some", start: { offset, validator } };
}

const partOf = (folder: VirtualPath, { partId }: Pick<Kept, "partId">): PartFile => ({ folder, id: partId });

async function findSize(storage: Storage, part: PartFile): Promise<number | null> {
  try {
    return await storage.parts.size(part);
  } catch (error) {
    if (isAppError(error) && error.key === "file/not-found") return null;
    throw error;
  }
}

/** The server was killed before it could say so; the ETag tells that it is the very same file. */
async function findPlaced(storage: Storage, to: VirtualPath, { name, etag }: Kept) {
  const path = joinVirtualPath(to, name);
  const stat = etag === null ? null : await storage.stat(path).catch(() => null);
  return stat === null || stat.etag !== etag ? null : { kind: "placed" as const, path, sizeBytes: stat.sizeBytes };
}

/** An empty part for what is known now: the one that there is, or a new one. */
export async function emptyPart({ storage, to, memory }: Having, target: Omit<Kept, "partId" | "place" | "etag">) {
  const kept = memory.kept();
  if (kept !== null && (await findSize(storage, partOf(to, kept))) !== null) {
    await storage.parts.cut(partOf(to, kept), 0);
    await memory.keep({ ...target, partId: kept.partId, place: kept.place, etag: null });
    return;
  }
  await storage.parts.create(to, target, ({ id, place }) => memory.keep({ ...target, partId: id, place, etag: null }));
}

type Filling = { source: AsyncIterable<Uint8Array>; offset: number; maxBytes: number; signal: AbortSignal };

/** Adds to the part what comes; when that breaks off, what came of it stays. */
export async function fillPart({ storage, to, memory }: Having, filling: Filling): Promise<void> {
  const { source, ...options } = filling;
  await storage.parts.append(partOf(to, keptOf(memory)), source, options);
}

type Placing = { sum: string | undefined; overwriting: Overwriting; signal: AbortSignal };

/** Verifies the whole part, when a sum is given, and gives it its name. */
export async function placePart(
  { storage, to, memory }: Having,
  { sum, overwriting, signal }: Placing,
): Promise<WriteResult> {
  const kept = keptOf(memory);
  const part = partOf(to, kept);
  if (sum !== undefined) await assertSum({ storage, part, sum: sum.toLowerCase(), signal });
  const target = { name: kept.name, conflict: kept.conflict, mtimeMs: null };
  const { etag } = await storage.parts.seal(part, target);
  await memory.keep({ ...kept, etag });
  return overwriting((keeping) => storage.parts.place(part, target, keeping));
}

type Summing = { storage: Storage; part: PartFile; sum: string; signal: AbortSignal };

/** Of what has reached the disk: of bytes of several runs there is no other sum. */
async function assertSum({ storage, part, sum, signal }: Summing): Promise<void> {
  const hash = createHash(sumAlgorithm(sum) ?? "sha256");
  for await (const chunk of storage.parts.read(part, await storage.parts.size(part))) {
    if (signal.aborted) throw new AppError("request/cancelled");
    hash.update(chunk);
  }
  if (hash.digest("hex") !== sum) throw new AppError("fetch/checksum");
}

/** Has what has arrived taken for nothing: the other server's file is another one now. */
export async function distrustPart({ memory }: Pick<Having, "memory">): Promise<void> {
  const kept = memory.kept();
  if (kept !== null) await memory.keep({ ...kept, validator: null });
}

/** Forgets what has arrived. A part that cannot be removed now is swept with the task. */
export async function dropPart({ storage, to, memory }: Having): Promise<void> {
  const kept = memory.kept();
  if (kept !== null) await storage.parts.remove(partOf(to, kept)).catch(() => {}); // as said
}

function keptOf(memory: FetchMemory): Kept {
  const kept = memory.kept();
  if (kept === null) throw new Error("no part has been made");
  return kept;
}
