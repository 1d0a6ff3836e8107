import type { archiveContract } from "@/lib/contracts/archive";
import { AppError } from "@/lib/shared/errors";
import { nameOf } from "@/lib/shared/paths";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { contentHeaders } from "@/lib/server/entries/send-file";
import { filled, isHole, type SparsePiece } from "@/lib/server/storage/holes";
import type { ByteService } from "@/lib/server/http/route";
import type { Wire } from "@/lib/server/http/wire";
import { writeOut } from "@/lib/server/http/send-bytes";
import { mostBytes, type ArchiveEntry } from "./archive-entry";
import { browseTurns } from "./list-archive";
import { openArchive } from "./open-archive";
import { findArchive } from "./open-archives";

/** One entry's content as it is unpacked. What turns out damaged breaks the connection, so that nobody takes a part for the whole. */
export const readEntry: ByteService<typeof archiveContract.readEntry> = async (input, ctx, wire) => {
  const { file: path, entry: wanted, inline } = input;
  const userId = userIdOf(ctx.actor);
  const how = input.open === undefined ? null : findArchive(input.open, { userId, path });
  if (input.open !== undefined && how === null) throw new AppError("archive/forgotten");
  const leave = await browseTurns(userId, ctx.signal);
  try {
    const file = await ctx.storage.open(path);
    try {
      const archive = await openArchive(file, { ...how, name: nameOf(path), holder: userId, signal: ctx.signal });
      for await (const entry of archive.entries((_, index) => index === wanted)) {
        if (entry.refusal !== undefined) throw new AppError(entry.refusal);
        if (entry.kind !== "file") throw new AppError("file/not-file");
        const isSized = archive.format !== "single";
        await send({ entry, isSized, isInline: inline, maxBytes: mostBytes(file.stat.sizeBytes) }, ctx.signal, wire);
        return;
      }
      throw new AppError("file/not-found");
    } finally {
      await file.close();
    }
  } finally {
    leave();
  }
};

type Sending = { entry: ArchiveEntry; isSized: boolean; isInline: boolean; maxBytes: number };

async function send(
  { entry, isSized, isInline, maxBytes }: Sending,
  signal: AbortSignal,
  { res }: Wire,
): Promise<void> {
  const name = entry.path.split("/").findLast((part) => part !== "") ?? "content";
  const { headers, contentType } = contentHeaders(name, isInline);
  const begin = () =>
    res.writeHead(200, {
      ...headers,
      "content-type": contentType,
      "cache-control": "private, no-store",
      ...(isSized ? { "content-length": entry.sizeBytes } : {}),
    });
  let [sentBytes, dataBytes] = [0, 0];
  async function* counted(): AsyncGenerator<SparsePiece, void> {
    for await (const piece of await entry.stream()) {
      // The holes of a sparse file are as long as its size says, which the receiver knows.
      if (!isHole(piece)) dataBytes += piece.length;
      yield piece;
    }
  }
  for await (const chunk of filled(counted())) {
    if (sentBytes === 0) begin();
    sentBytes += chunk.length;
    if (dataBytes > maxBytes || (isSized && sentBytes > entry.sizeBytes)) throw new AppError("archive/bomb");
    if (!(await writeOut(res, Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength), signal))) return;
  }
  if (isSized && sentBytes !== entry.sizeBytes) throw new AppError("archive/broken");
  if (sentBytes === 0) begin();
  res.end();
}
