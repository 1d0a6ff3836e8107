import { createHash } from "node:crypto";
import type { UploadTarget } from "@/lib/contracts/upload";
import { AppError } from "@/lib/shared/errors";
import { encodePath, joinVirtualPath, nameOf, parentOf, type VirtualPath } from "@/lib/shared/paths";
import { randomId } from "@/lib/shared/units";
import { createParents } from "@/lib/server/entries/create-parents";
import { bodyOf } from "@/lib/server/http/body-stream";
import { sweepPart } from "@/lib/server/storage/places";
import type { RecordPart } from "@/lib/server/storage/storage";
import type { Wire } from "@/lib/server/http/wire";
import { finishUpload, hashUpTo, isComplete, readOffset, type State } from "./finish-upload";
import {
  assertVersion,
  checksumAlgorithms,
  formatReprDigest,
  formatConcat,
  isOffsetType,
  maxMetadataLength,
  parseChecksum,
  parseConcat,
  parseConflict,
  parseReprDigest,
  parseSize,
  tusExtensions,
  tusVersion,
  type Checksum,
} from "./tus-headers";
import { countMade, dropFolders, dropMade } from "./made-folders";
import { joinPieces } from "./join-pieces";
import { forgetUpload, whileReceived } from "./note-upload";
import { assertFits, type UploadGate } from "./upload-gate";
import { waitForLane } from "./upload-lanes";
import {
  changeConflict,
  countUnfinished,
  getUpload,
  insertUpload,
  isSettled,
  placeOf,
  type Upload,
} from "./upload-rows";
import { uploadSetting } from "./upload-setting";
import { asOnlyWriter, dropHash, keepHash } from "./upload-writers";

/** Unfinished uploads of one owner: each is a file on the disk that nobody sees. */
export const maxUnfinished = 1_000;
const dayMs = 86_400_000;
const touchEveryMs = 3_600_000;

/** tus §OPTIONS. */
export function describeTus({ res }: Wire, { maxBytes, canJoin }: Pick<UploadGate, "maxBytes" | "canJoin">): void {
  res.writeHead(204, {
    "tus-version": tusVersion,
    "tus-extension": canJoin ? `${tusExtensions},concatenation` : tusExtensions,
    "tus-checksum-algorithm": checksumAlgorithms.join(","),
    ...(maxBytes === null ? {} : { "tus-max-size": String(maxBytes) }),
    "cache-control": "no-store",
  });
  res.end();
}

/** tus §Creation, with or without the first bytes, of an upload, a piece of one, or of the whole from its pieces. */
export async function createUpload(gate: UploadGate, wire: Wire, input: UploadTarget): Promise<void> {
  const { header } = wire.exchange;
  assertVersion(header);
  const concat = gate.canJoin ? parseConcat(header("upload-concat")) : null;
  if (concat !== null && concat !== "partial") {
    const { upload, offset } = await joinPieces(gate, wire, { ids: concat, input });
    wire.res.setHeader("location", gate.locationOf(upload.id));
    answer(wire, 201, upload, offset);
    return;
  }
  const wanted = input.path ?? (input.folder && input.filename && joinVirtualPath(input.folder, input.filename));
  const wantedFolder = wanted === undefined ? null : parentOf(wanted);
  if (wanted === undefined || wantedFolder === null) throw new AppError("file/protected");
  const sizeBytes = header("upload-defer-length") === "1" ? null : parseSize(header("upload-length"), "Upload-Length");
  await gate.admit?.({ folder: wantedFolder, name: nameOf(wanted), sizeBytes });
  if ((await countUnfinished(gate)) >= maxUnfinished) throw new AppError("upload/too-many", { count: maxUnfinished });
  const made: VirtualPath[] = [];
  let isRecorded = false;
  const id = randomId(24);
  try {
    const path = (await gate.placeAt?.(wanted, made)) ?? wanted;
    const [folder, name] = [parentOf(path) ?? wantedFolder, nameOf(path)];
    if (input.parents && gate.placeAt === undefined) await createParents(gate.storage, folder, { made });
    await assertFits(gate, folder, sizeBytes);
    const target = { name, conflict: input.conflict, mtimeMs: input.mtime ?? null };
    const metadata = header("upload-metadata")?.slice(0, maxMetadataLength) ?? "";
    const sha256 = input.sha256 ?? null;
    const madeFolders = await countMade(gate, folder, made);
    const row = { id, folder, target, sizeBytes, sha256, metadata, expiresAt: expiry(), concat, madeFolders };
    // First: a file that no row knows of, such as one that a full database had no room for, would never be swept.
    const record: RecordPart = async (part) => {
      await insertUpload(gate, { ...row, part });
      isRecorded = true;
    };
    await gate.storage.parts.create(folder, target, record);
  } catch (error) {
    // A row that has to stay for want of room leads to nothing, and goes when its time is over.
    if (isRecorded) await gate.db.upload.delete({ where: { id } }).catch(() => {});
    await dropFolders(gate.storage, made.toReversed());
    throw error;
  }
  gate.begun?.(id);
  wire.res.setHeader("location", gate.locationOf(id));

  let upload = await getUpload(gate, id);
  let offset = 0;
  if (isOffsetType(header) || sizeBytes === 0)
    ({ upload, offset } = await asOnlyWriter(id, (signal) =>
      isOffsetType(header) ? receive({ gate, wire, upload, offset: 0, signal }) : finishIfComplete(gate, upload, 0),
    ));
  answer(wire, 201, upload, offset);
}

/** tus §HEAD. Whoever asks takes over: the connection that was writing may be dead. */
export async function headUpload(gate: UploadGate, wire: Wire, id: string): Promise<void> {
  assertVersion(wire.exchange.header);
  await asOnlyWriter(id, async () => {
    const found = await noteConflict(gate, wire, await getUpload(gate, id));
    const { upload, offset } = await readOffset(gate, found);
    const state = await finishIfComplete(gate, upload, offset);
    if (state.upload.metadata !== "") wire.res.setHeader("upload-metadata", state.upload.metadata);
    if (upload.sizeBytes === null) wire.res.setHeader("upload-defer-length", "1");
    else wire.res.setHeader("upload-length", String(upload.sizeBytes));
    if (upload.concat !== null) wire.res.setHeader("upload-concat", formatConcat(upload.concat, gate.locationOf));
    answer(wire, 200, state.upload, offset);
  });
}

/** tus §PATCH. */
export async function writeUpload(gate: UploadGate, wire: Wire, id: string): Promise<void> {
  const { header } = wire.exchange;
  assertVersion(header);
  if (!isOffsetType(header)) throw new AppError("upload/type");
  const offset = parseSize(header("upload-offset"), "Upload-Offset");
  await asOnlyWriter(id, async (signal) => {
    const upload = await noteConflict(gate, wire, await getUpload(gate, id));
    if (upload.state === "joining") throw new AppError("upload/pieces");
    if (isSettled(upload)) {
      if (offset !== upload.sizeBytes)
        throw new AppError("upload/offset", {}, { detail: { offset: upload.sizeBytes ?? 0 } });
      answer(wire, 204, upload, offset);
      return;
    }
    const state = await receive({ gate, wire, upload: await notePromises(gate, wire, upload), offset, signal });
    answer(wire, 204, state.upload, state.offset);
  });
}

/** tus §Termination. */
export async function terminateUpload(gate: UploadGate, wire: Wire, id: string): Promise<void> {
  assertVersion(wire.exchange.header);
  await dropUpload(gate, id);
  wire.res.writeHead(204, { "cache-control": "no-store" });
  wire.res.end();
}

/** Its folder may have another name by now, and the client cannot know. */
async function removePart({ storage }: UploadGate, upload: Upload): Promise<void> {
  await storage.parts.remove(upload.part);
  const place = placeOf(upload);
  const folder = await storage.placeOf(upload.folder).catch(() => null);
  if (folder === null || place.slice(0, place.lastIndexOf("/")) !== folder) await sweepPart(place);
}

/** Forgets an upload with what has come of it. Throws upload/not-found and upload/gone. */
export async function dropUpload(gate: UploadGate, id: string): Promise<void> {
  await asOnlyWriter(id, async () => {
    const upload = await getUpload(gate, id);
    if (upload.state !== "done") {
      await removePart(gate, upload);
      await dropMade(gate.storage, upload);
    }
    dropHash(id);
    forgetUpload(upload);
    await gate.db.upload.delete({ where: { id } });
  });
}

/** The name may be taken by the time the last byte comes: whoever asked the user meanwhile says what was chosen. */
async function noteConflict(gate: UploadGate, { exchange }: Wire, upload: Upload): Promise<Upload> {
  const wanted = exchange.header("upload-conflict");
  const isOther = gate.owner.kind === "user" && wanted !== undefined && wanted !== upload.target.conflict;
  return isOther && !isSettled(upload) ? changeConflict(gate, upload, parseConflict(wanted)) : upload;
}

/** What a request says about the whole: its length, if that was left open, and its sum, if that was to come. */
async function notePromises({ db }: UploadGate, { exchange }: Wire, upload: Upload): Promise<Upload> {
  const length = exchange.header("upload-length");
  const sizeBytes = upload.sizeBytes ?? (length === undefined ? null : parseSize(length, "Upload-Length"));
  const sha256 = parseReprDigest(exchange.header("repr-digest")) ?? upload.sha256;
  const isOld = Date.now() + uploadSetting.get().keepDays * dayMs - upload.expiresAt.getTime() > touchEveryMs;
  if (sizeBytes === upload.sizeBytes && sha256 === upload.sha256 && !isOld) return upload;
  const expiresAt = expiry();
  await db.upload.update({ where: { id: upload.id }, data: { sizeBytes, sha256, expiresAt } });
  return { ...upload, sizeBytes, sha256, expiresAt };
}

type Receiving = State & { gate: UploadGate; wire: Wire; signal: AbortSignal };

/** Takes the body behind what is there, and finishes when it was the last. */
async function receive({ gate, wire, upload, offset, signal }: Receiving): Promise<State> {
  const { header } = wire.exchange;
  const checksum = parseChecksum(header("upload-checksum"));
  const leftBytes = (upload.sizeBytes ?? gate.maxBytes ?? Infinity) - offset;
  const bodyBytes = Number(header("content-length") ?? 0);
  if (bodyBytes > leftBytes) throw new AppError("file/too-large", { limit: leftBytes });
  const stop = AbortSignal.any([signal, gate.signal]);
  const lane = await waitForLane(gate.laneKey, wire, { signal: stop });
  try {
    return await whileReceived({ gate, wire, upload, offset }, async (arrived) => {
      const all = { gate, wire, upload, offset, leftBytes, checksum, arrived, signal: stop };
      return finishIfComplete(gate, upload, offset + (await appendChecked(all)));
    });
  } finally {
    lane.leave();
  }
}

type Appending = Receiving & { leftBytes: number; checksum: Checksum | null; arrived: (toBytes: number) => void };

async function appendChecked(input: Appending): Promise<number> {
  const { gate, wire, upload, offset, leftBytes, checksum, arrived, signal } = input;
  const { parts } = gate.storage;
  const prefix = parseReprDigest(wire.exchange.header("upload-prefix-digest"));
  const whole = upload.sha256 === null && prefix === null ? null : await hashUpTo(gate, upload, offset);
  const before = checksum === null && prefix === null ? null : (whole?.hash.copy() ?? null);
  const own = checksum === null ? null : createHash(checksum.algorithm);
  let receivedBytes = 0;
  const onChunk = (chunk: Uint8Array) => {
    receivedBytes += chunk.byteLength;
    arrived(offset + receivedBytes);
    gate.arriving?.(upload.id, offset + receivedBytes);
    own?.update(chunk);
    whole?.hash.update(chunk);
  };
  try {
    await parts.append(upload.part, bodyOf(wire.req), { offset, maxBytes: leftBytes, signal, onChunk });
  } catch (error) {
    // What came is on the disk. Where it is not, the size tells, and the sum is taken from the disk again.
    if (whole !== null) keepHash(upload.id, { hash: whole.hash, toBytes: offset + receivedBytes });
    throw error;
  }
  const isWrong =
    (own !== null && checksum !== null && !own.digest().equals(checksum.digest)) ||
    (prefix !== null && whole?.hash.copy().digest("hex") !== prefix);
  if (isWrong) {
    await parts.cut(upload.part, offset);
    if (before !== null) keepHash(upload.id, { hash: before, toBytes: offset });
    throw new AppError("upload/checksum", {}, { detail: { offset } });
  }
  if (whole !== null) keepHash(upload.id, { hash: whole.hash, toBytes: offset + receivedBytes });
  return receivedBytes;
}

async function finishIfComplete(gate: UploadGate, upload: Upload, offset: number): Promise<State> {
  const isReady = !isSettled(upload) && upload.state !== "joining" && isComplete(upload, offset);
  if (!isReady) return { upload, offset };
  const finish = () => finishUpload(gate, upload);
  return { upload: await (gate.finishing?.(upload, finish) ?? finish()), offset };
}

function expiry(): Date {
  return new Date(Date.now() + uploadSetting.get().keepDays * dayMs);
}

function answer({ res }: Wire, status: number, upload: Upload, offset: number): void {
  if (res.destroyed) return;
  const isDone = isSettled(upload);
  res.writeHead(status, {
    "upload-offset": String(offset),
    "cache-control": "no-store",
    ...(upload.state === "done" ? {} : { "upload-expires": upload.expiresAt.toUTCString() }),
    // The file's own sum, which the client compares with its own.
    ...(isDone && upload.sha256 ? { "repr-digest": formatReprDigest(upload.sha256) } : {}),
    // The name that a drop box gave tells which ones were taken: nothing in it is shown.
    ...(upload.path === null || upload.ownerKind === "share" ? {} : { "upload-path": encodePath(upload.path) }),
    ...(status === 201 ? { "content-length": "0" } : {}),
  });
  res.end();
}
