/** A run of zeros that nobody wrote: a disk that can leaves it out, everything else writes the zeros. */
export type Hole = { readonly holeBytes: number };

/** What a sparse file is made of, in its order. */
export type SparsePiece = Uint8Array | Hole;

const zeroBytes = 262_144;
const zeros = new Uint8Array(zeroBytes);

export function isHole(piece: SparsePiece): piece is Hole {
  return "holeBytes" in piece;
}

export function lengthOf(piece: SparsePiece): number {
  return isHole(piece) ? piece.holeBytes : piece.byteLength;
}

/** Zeros instead of holes, for what knows bytes only. Nobody may write into the chunks. */
export async function* filled(source: AsyncIterable<SparsePiece>): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of source) {
    if (!isHole(piece)) yield piece;
    else
      for (let left = piece.holeBytes; left > 0; left -= zeroBytes) yield zeros.subarray(0, Math.min(left, zeroBytes));
  }
}
