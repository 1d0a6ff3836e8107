import { createHash } from "node:crypto";
import { AppError, isAppError } from "@/lib/shared/errors";
import { encodePath, joinVirtualPath } from "@/lib/shared/paths";
import type { WriteResult } from "@/lib/server/storage/storage";
import { forgetUpload } from "./note-upload";
import { arrive, type UploadGate } from "./upload-gate";
import { forgetFinished, type Upload } from "./upload-rows";
import { dropHash, keepHash, takeHash, type RunningHash } from "./upload-writers";

/** A client that missed the last answer learns from HEAD that all is well. */
const doneKeptMs = 86_400_000;
const maxDoneMetadata = 1_024;

/** The hash of the first bytes: from memory, or once more from the disk (after a restart, or when another writer was at it). */
export async function hashUpTo({ storage }: UploadGate, { id, part }: Upload, toBytes: number): Promise<RunningHash> {
  const known = takeHash(id, toBytes);
  if (known !== null) return known;
  const hash = createHash("sha256");
  for await (const chunk of storage.parts.read(part, toBytes)) hash.update(chunk);
  return { hash, toBytes };
}

export type State = { upload: Upload; offset: number };

/** What has arrived; an upload whose part has gone is forgotten. */
export async function readOffset(gate: UploadGate, upload: Upload): Promise<State> {
  if (upload.state === "done") return { upload, offset: upload.sizeBytes ?? 0 };
  try {
    return { upload, offset: await gate.storage.parts.size(upload.part) };
  } catch (error) {
    if (!isAppError(error) || error.key !== "file/not-found") throw error;
    const placed = await recoverPlaced(gate, upload);
    if (placed === null) throw new AppError("upload/gone", {}, { cause: error });
    return { upload: placed, offset: placed.sizeBytes ?? 0 };
  }
}

/** Whether all bytes are there and nothing more has to be said about them. */
export function isComplete({ sizeBytes, sha256 }: Upload, offset: number): boolean {
  return offset === sizeBytes && sha256 !== "";
}

/**
 * Checks the whole file and gives it its name. A wrong sum throws upload/checksum, and all bytes are forgotten: which of them
 * are wrong nobody knows. A piece keeps its place and waits for the others.
 */
export async function finishUpload(gate: UploadGate, upload: Upload): Promise<Upload> {
  const { storage, db } = gate;
  if (upload.sha256 !== null && upload.sizeBytes !== null) await assertWhole(gate, upload, upload.sizeBytes);
  if (upload.concat === "partial") {
    await db.upload.update({ where: { id: upload.id }, data: { state: "piece" } });
    return { ...upload, state: "piece" };
  }
  const { etag } = await storage.parts.seal(upload.part, upload.target);
  await db.upload.update({ where: { id: upload.id }, data: { state: "placing", etag } });
  const arrival = { path: joinVirtualPath(upload.folder, upload.name), conflict: upload.target.conflict };
  const result = await arrive(gate, arrival, (keeping) => storage.parts.place(upload.part, upload.target, keeping));
  return markDone(gate, upload, result);
}

async function assertWhole(gate: UploadGate, upload: Upload, sizeBytes: number): Promise<void> {
  const running = await hashUpTo(gate, upload, sizeBytes);
  if (running.hash.copy().digest("hex") === upload.sha256) {
    // The name may still be taken: then the next try need not read everything again.
    keepHash(upload.id, running);
    return;
  }
  await gate.storage.parts.cut(upload.part, 0);
  throw new AppError("upload/checksum", {}, { detail: { offset: 0 } });
}

async function markDone(
  { db, stored, atOnce = (end) => end() }: UploadGate,
  upload: Upload,
  result: WriteResult,
): Promise<Upload> {
  // Names and types are told again (tus §HEAD); what is longer only takes room.
  const metadata = upload.metadata.length > maxDoneMetadata ? "" : upload.metadata;
  const done = { state: "done", expiresAt: new Date(Date.now() + doneKeptMs), metadata, place: "" };
  await atOnce(async () => {
    await db.upload.update({ where: { id: upload.id }, data: { ...done, path: encodePath(result.path) } });
    await stored?.(result);
  });
  await forgetFinished(db, upload);
  dropHash(upload.id);
  forgetUpload(upload);
  return { ...upload, ...done, path: result.path };
}

/**
 * An upload whose part is gone: placed by a server that was killed before it could say so, or lost with its folder. The ETag
 * tells: it is that of the very same file. Null when it is lost.
 */
async function recoverPlaced(gate: UploadGate, upload: Upload): Promise<Upload | null> {
  if (upload.state !== "placing" || upload.etag === null) return null;
  const path = joinVirtualPath(upload.folder, upload.name);
  try {
    const stat = await gate.storage.stat(path);
    if (stat.etag !== upload.etag) return null;
    const { etag, sizeBytes, mtimeMs } = stat;
    return await markDone(gate, upload, { path, etag, sizeBytes, mtimeMs });
  } catch (error) {
    if (isAppError(error) && error.key === "file/not-found") return null;
    throw error;
  }
}
