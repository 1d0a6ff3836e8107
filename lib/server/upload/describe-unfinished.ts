import type { uploadContract } from "@/lib/contracts/upload";
import type { OutputOf } from "@/lib/contracts/endpoint";
import { isAppError } from "@/lib/shared/errors";
import { parseMetadata } from "./tus-headers";
import type { UploadGate } from "./upload-gate";
import { findUnfinished, type Upload } from "./upload-rows";

type Unfinished = OutputOf<typeof uploadContract.listUploads>["uploads"][number];
/** What a piece says of itself in its metadata: which one of how many, of a file of which size. */
type Piece = { group: string; index: number; count: number; wholeBytes: number };

const maxListed = 200;
const piecePattern = /^([\w-]{1,64}) (\d{1,2}) (\d{1,2}) (\d{1,16})$/;

/** Newest first; the pieces of one file are one. */
export async function describeUnfinished(gate: UploadGate): Promise<Unfinished[]> {
  const uploads = await findUnfinished(gate, maxListed);
  const joined = new Set(
    uploads.flatMap(({ state, concat }) => (state === "joining" ? (concat ?? "").split(" ") : [])),
  );
  const groups = new Map<string, Unfinished>();
  const listed: Unfinished[] = [];
  for (const upload of uploads) {
    if (upload.state === "piece" && joined.has(upload.id)) continue;
    const one = await describe(gate, upload);
    if (one === null) continue;
    const piece = pieceOf(upload);
    const known = piece === null ? undefined : groups.get(piece.group);
    if (piece === null) listed.push(one);
    else if (known === undefined) {
      const whole = addPiece({ ...one, offset: 0, size: piece.wholeBytes }, one, piece);
      groups.set(piece.group, whole);
      listed.push(whole);
    } else addPiece(known, one, piece);
  }
  return listed;
}

function addPiece(whole: Unfinished, one: Unfinished, { index, count }: Piece): Unfinished {
  whole.pieces ??= Array.from({ length: count }, () => "");
  if (index < whole.pieces.length) whole.pieces[index] = one.id;
  whole.offset += one.offset;
  return whole;
}

function pieceOf(upload: Upload): Piece | null {
  return upload.concat === "partial" ? pieceIn(upload) : null;
}

/** What the first piece says stays with the file that is made of all of them. */
export function pieceIn({ metadata }: Pick<Upload, "metadata">): Piece | null {
  const [, group, index, count, wholeBytes] = piecePattern.exec(parseMetadata(metadata)["pieces"] ?? "") ?? [];
  if (group === undefined) return null;
  return { group, index: Number(index), count: Number(count), wholeBytes: Number(wholeBytes) };
}

async function describe({ storage }: UploadGate, upload: Upload): Promise<Unfinished | null> {
  const { id, folder, name, sizeBytes, target, createdAt, expiresAt, concat } = upload;
  try {
    const offset = await storage.parts.size(upload.part);
    const times = { created_at: createdAt.getTime(), expires_at: expiresAt.getTime() };
    const pieces = concat === null || concat === "partial" ? {} : { pieces: concat.split(" ") };
    return { id, ...pieces, folder, name, size: sizeBytes, offset, mtime: target.mtimeMs, ...times };
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}
