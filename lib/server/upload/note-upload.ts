import { isAppError } from "@/lib/shared/errors";
import { nameOf, parentOf, type VirtualPath } from "@/lib/shared/paths";
import { randomId } from "@/lib/shared/units";
import type { Wire } from "@/lib/server/http/wire";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import { pieceIn } from "./describe-unfinished";
import type { State } from "./finish-upload";
import type { UploadGate } from "./upload-gate";
import { forgetSending, noteSending, type Sending, type SendingEnd } from "./upload-progress";
import type { Upload } from "./upload-rows";

/** What is smaller is over before anybody could see it move. */
const leastBytes = 65_536;

/** What the browser calls the uploads that are undone together. */
export const runOf = ({ exchange }: Wire) => exchange.header("upload-run");

const maxRunLength = 64;
/** It is told to whoever looks: short, or not at all. */
function shownRun(wire: Wire): string | null {
  const run = runOf(wire);
  return run === undefined || run.length > maxRunLength ? null : run;
}

/** The pieces of one file are one row. */
const rowOf = (upload: Upload) => {
  const piece = pieceIn(upload);
  return piece === null ? upload.id : `${upload.ownerId} ${piece.group}`;
};

type Receiving = { gate: UploadGate; wire: Wire; upload: Upload };

/** Tells of a resumable upload while `work` takes some of it. Null for `offset`: all of it is there, and is put together. */
export async function whileReceived(
  { gate, wire, upload, offset }: Receiving & { offset: number | null },
  work: (arrived: (toBytes: number) => void) => Promise<State>,
): Promise<State> {
  if (gate.sender === undefined) return work(() => {});
  const piece = pieceIn(upload);
  let bytes = offset ?? 0;
  const part = { index: String(piece?.index ?? 0), uploadId: upload.id, bytes: () => bytes };
  const end = noteSending({
    id: rowOf(upload),
    sender: gate.sender,
    folder: upload.folder,
    name: upload.name,
    sizeBytes: piece?.wholeBytes ?? upload.sizeBytes,
    run: shownRun(wire),
    part: offset === null ? null : part,
  });
  try {
    const state = await work((toBytes) => void (bytes = toBytes));
    end(state.upload.state === "piece" && piece === null ? "done" : "part");
    return state;
  } catch (error) {
    end(endBy(error, "left"));
    throw error;
  }
}

/** It is whole, or was given up. */
export function forgetUpload(upload: Upload): void {
  forgetSending(rowOf(upload));
}

/** A name that is taken is for the sender to settle; else what was refused has failed, and what broke off has not. */
function endBy(error: unknown, broken: SendingEnd): SendingEnd {
  const isBroken = !isAppError(error) || error.key === "request/cancelled" || error.key === "file/exists";
  return isBroken ? broken : "failed";
}

type Whole = Pick<Sending, "folder" | "name">;

/** Tells of a body that is stored as a whole or not at all while `work` stores it; nothing is done for each chunk. */
export async function whileSent<T>(
  { ctx, wire, to }: { ctx: Pick<Ctx, "actor">; wire: Wire; to: Whole },
  work: () => Promise<T>,
): Promise<T> {
  const { req } = wire;
  const length = req.headers["content-length"];
  if (length !== undefined && Number(length) <= leastBytes) return work();
  const { socket } = req;
  const before = socket.bytesRead - req.readableLength;
  const end = noteSending({
    ...to,
    id: randomId(),
    sender: { userId: userIdOf(ctx.actor), username: ctx.actor.username },
    sizeBytes: length === undefined ? null : Number(length),
    run: shownRun(wire),
    part: { index: "0", uploadId: null, bytes: () => Math.max(0, socket.bytesRead - before) },
  });
  try {
    const stored = await work();
    end("done");
    return stored;
  } catch (error) {
    end(endBy(error, "gone"));
    throw error;
  }
}

/** A file by its path. */
export function wholeAt(path: VirtualPath): Whole {
  return { folder: parentOf(path) ?? path, name: nameOf(path) };
}
