import { createHash } from "node:crypto";
import { AppError, isAppError } from "@/lib/shared/errors";
import { createPace } from "@/lib/server/base/next-slice";
import type { ByteRange, OpenFile, Storage } from "@/lib/server/storage/storage";
import type { Candidate } from "./collect-sizes";

const edgeBytes = 16_384;
const algorithm = "sha256";

export type Comparing = {
  storage: Storage;
  signal: AbortSignal;
  /** Of the whole search: with thousands of pairs none would take long by itself. */
  pace: ReturnType<typeof createPace>;
  /** A file that has gone, changed, or cannot be read: it is nobody's duplicate. */
  onUnreadable: () => void;
  onRead: (bytes: number, path: string) => void;
};

/** Whether the edges are the whole file, so that nothing more has to be read. */
export function isAllEdge({ sizeBytes }: Candidate): boolean {
  return sizeBytes <= 2 * edgeBytes;
}

/** Files of one size, apart by their first and last bytes: few that differ are alike there. */
export function splitByEdges(files: readonly Candidate[], comparing: Comparing): Promise<Candidate[][]> {
  return split(files, comparing, async (file, { sizeBytes }) => {
    if (sizeBytes <= 2 * edgeBytes) return sum(file, [{ start: 0, end: sizeBytes - 1 }], comparing);
    const tail = { start: sizeBytes - edgeBytes, end: sizeBytes - 1 };
    return sum(file, [{ start: 0, end: edgeBytes - 1 }, tail], comparing);
  });
}

/** The same, apart by all of their bytes. */
export function splitByContent(files: readonly Candidate[], comparing: Comparing): Promise<Candidate[][]> {
  return split(files, comparing, async (file, { path, sizeBytes }) =>
    sum(file, [{ start: 0, end: sizeBytes - 1 }], {
      ...comparing,
      onRead: (bytes) => comparing.onRead(bytes, path),
    }),
  );
}

async function split(
  files: readonly Candidate[],
  { storage, signal, pace, onUnreadable }: Comparing,
  key: (file: OpenFile, candidate: Candidate) => Promise<string>,
): Promise<Candidate[][]> {
  const groups = new Map<string, Candidate[]>();
  for (const candidate of files) {
    await pace();
    if (signal.aborted) throw new AppError("request/cancelled");
    try {
      const file = await storage.open(candidate.path);
      try {
        // Somebody writes to it: what it is like now says nothing about what it will be.
        if (file.stat.sizeBytes !== candidate.sizeBytes || file.stat.kind !== "file")
          throw new AppError("file/changed");
        const found = await key(file, candidate);
        const same = groups.get(found);
        if (same === undefined) groups.set(found, [candidate]);
        else same.push(candidate);
      } finally {
        await file.close();
      }
    } catch (error) {
      if (!isAppError(error) || error.key === "request/cancelled") throw error;
      onUnreadable();
    }
  }
  return [...groups.values()].filter((same) => same.length > 1);
}

async function sum(file: OpenFile, ranges: readonly ByteRange[], { signal, onRead }: Comparing): Promise<string> {
  const hash = createHash(algorithm);
  for (const range of ranges)
    for await (const chunk of file.stream(range)) {
      if (signal.aborted) throw new AppError("request/cancelled");
      if (!Buffer.isBuffer(chunk)) continue;
      hash.update(chunk);
      onRead(chunk.length, "");
    }
  return hash.digest("base64");
}
