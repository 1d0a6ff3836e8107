import type { UploadTarget } from "@/lib/contracts/upload";
import { AppError, isAppError } from "@/lib/shared/errors";
import { encodeSegment, joinVirtualPath, nameOf, parentOf } from "@/lib/shared/paths";
import type { Wire } from "@/lib/server/http/wire";
import { dropMade } from "./made-folders";
import { whileReceived } from "./note-upload";
import { finishUpload, hashUpTo, readOffset, type State } from "./finish-upload";
import type { UploadGate } from "./upload-gate";
import { waitForLane } from "./upload-lanes";
import { areTaken, changeConflict, getUpload, type Upload } from "./upload-rows";
import { asOnlyWriter, dropHash, keepHash } from "./upload-writers";

type Joining = { ids: readonly string[]; input: UploadTarget };

/**
 * tus §Concatenation: makes one file of whole pieces. The first becomes the file, the others are added behind it one by one and
 * removed, so that no more than one piece lies on the disk twice. Asked again after a kill or a broken connection, by the
 * same list, it goes on where it was. Throws upload/pieces where a piece is not whole.
 */
export async function joinPieces(gate: UploadGate, wire: Wire, { ids, input }: Joining): Promise<State> {
  const [id = "", ...restIds] = ids;
  return asOnlyWriter(id, async (signal) => {
    const first = await getUpload(gate, id);
    const known = await readOffset(gate, first);
    if (known.upload.state === "done") {
      await forget(gate, restIds);
      return known;
    }
    const rest = await Promise.all(restIds.map((one) => getUpload(gate, one)));
    if (rest.some(({ state }) => state !== "piece")) throw new AppError("upload/pieces");
    const whole = await inTurn(() => beginJoining(gate, first, { rest, ids, input }));
    const stop = AbortSignal.any([signal, gate.signal]);
    const lane = await waitForLane(gate.laneKey, wire, { signal: stop });
    try {
      // After a kill in between the pieces are in it already, and the row says so.
      return await whileReceived({ gate, wire, upload: whole, offset: null }, async () => {
        if (whole.state === "joining") await appendPieces(gate, { whole, rest, signal: stop });
        const upload = await finishUpload(gate, { ...whole, state: "open" }).catch((error: unknown) =>
          dropSpoilt(gate, { ids, whole, error }),
        );
        await forget(gate, restIds);
        return { upload, offset: whole.sizeBytes ?? 0 };
      });
    } finally {
      lane.leave();
    }
  });
}

/** With a wrong sum of the whole nobody knows which piece is wrong: the next try begins anew. Throws what it was given. */
async function dropSpoilt(
  gate: UploadGate,
  { ids, whole, error }: { ids: readonly string[]; whole: Upload; error: unknown },
): Promise<never> {
  if (isAppError(error) && error.key === "upload/checksum") {
    await gate.storage.parts.remove(whole.part);
    await dropMade(gate.storage, whole);
    await forget(gate, ids);
  }
  throw error;
}

async function forget({ db, owner }: UploadGate, ids: readonly string[]): Promise<void> {
  await db.upload.deleteMany({ where: { id: { in: [...ids] }, ownerKind: owner.kind, ownerId: owner.id } });
  for (const id of ids) dropHash(id);
}

let turn: Promise<unknown> = Promise.resolve();

/** One after the other: two that want the same piece must not both find it free. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = turn.then(work);
  turn = mine.catch(() => undefined);
  return mine;
}

type Beginning = { rest: readonly Upload[]; ids: readonly string[]; input: UploadTarget };

/** The first piece's row becomes that of the whole. */
async function beginJoining(gate: UploadGate, first: Upload, { rest, ids, input }: Beginning): Promise<Upload> {
  const concat = ids.join(" ");
  if (first.state !== "piece") {
    if (first.concat !== concat) throw new AppError("upload/pieces");
    return input.conflict === first.target.conflict ? first : changeConflict(gate, first, input.conflict);
  }
  const path = input.path ?? (input.folder && input.filename && joinVirtualPath(input.folder, input.filename));
  if (await areTaken(gate, ids)) throw new AppError("upload/pieces");
  // Its bytes lie in the folder that it goes to.
  if (path === undefined || parentOf(path) !== first.folder) throw new AppError("upload/pieces");
  const sizeBytes = [first, ...rest].reduce((sum, piece) => sum + (piece.sizeBytes ?? 0), 0);
  const target = { name: nameOf(path), conflict: input.conflict, mtimeMs: input.mtime ?? first.target.mtimeMs };
  const sha256 = input.sha256 === undefined || input.sha256 === "" ? null : input.sha256;
  await gate.db.upload.update({
    where: { id: first.id },
    data: { ...target, name: encodeSegment(target.name), state: "joining", concat, sizeBytes, sha256 },
  });
  return { ...first, name: target.name, state: "joining", concat, sizeBytes, sha256, target };
}

type Appending = { whole: Upload; rest: readonly Upload[]; signal: AbortSignal };

async function appendPieces(gate: UploadGate, { whole, rest, signal }: Appending): Promise<void> {
  const { parts } = gate.storage;
  const restBytes = rest.reduce((sum, piece) => sum + (piece.sizeBytes ?? 0), 0);
  let at = (whole.sizeBytes ?? 0) - restBytes;
  const haveBytes = await parts.size(whole.part);
  for (const piece of rest) {
    const end = at + (piece.sizeBytes ?? 0);
    if (haveBytes < end) {
      // Half of it is there after a kill: it begins anew.
      if (haveBytes > at) await parts.cut(whole.part, at);
      await appendPiece(gate, { whole, piece, at, signal });
    }
    await parts.remove(piece.part);
    at = end;
  }
}

async function appendPiece(
  gate: UploadGate,
  { whole, piece, at, signal }: { whole: Upload; piece: Upload; at: number; signal: AbortSignal },
): Promise<void> {
  const { parts } = gate.storage;
  const running = whole.sha256 === null ? null : await hashUpTo(gate, whole, at);
  const onChunk = running === null ? {} : { onChunk: (chunk: Uint8Array) => void running.hash.update(chunk) };
  await parts.take(whole.part, piece.part, { offset: at, signal, ...onChunk });
  if (running !== null) keepHash(whole.id, { hash: running.hash, toBytes: at + (piece.sizeBytes ?? 0) });
}
