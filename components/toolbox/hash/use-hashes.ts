import { useEffect, useState } from "react";
import { hashAll, onePiece, piecesOf, type Hashes } from "./hash-bytes";

type State = {
  hashes: Hashes | null;
  /** From 0 to 1 while a file is read. */
  progress: number | null;
  /** The file is gone, or may not be read. */
  isBroken: boolean;
};

const nothing: State = { hashes: null, progress: null, isBroken: false };

/** The hashes of a text or a file; of what was given last. With a key, which may be empty, the HMACs. */
export function useHashes(source: string | File, key: string): State {
  const [state, setState] = useState(nothing);
  useEffect(() => {
    const stop = new AbortController();
    const tell = (next: State) => {
      if (!stop.signal.aborted) setState(next);
    };
    const onProgress = (progress: number) => tell({ ...nothing, progress });
    const encode = (text: string) => new TextEncoder().encode(text);
    const pieces = typeof source === "string" ? onePiece(encode(source)) : piecesOf(source, stop.signal, onProgress);
    hashAll(pieces, key === "" ? null : encode(key)).then(
      (hashes) => tell({ ...nothing, hashes }),
      () => tell({ ...nothing, isBroken: true }),
    );
    return () => stop.abort();
  }, [source, key]);
  return state;
}
