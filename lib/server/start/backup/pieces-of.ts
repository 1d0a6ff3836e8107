import type { FileHandle } from "node:fs/promises";

const pieceBytes = 262_144;

/** The whole content of what is open, which stays open; streams would close it. */
export async function* piecesOf(file: FileHandle): AsyncGenerator<Uint8Array, void, undefined> {
  for (let position = 0; ;) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(pieceBytes), 0, pieceBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
