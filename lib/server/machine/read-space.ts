import { statfs } from "node:fs/promises";
import { patient } from "@/lib/server/base/patient";
import { findProgram } from "@/lib/server/process/find-program";
import { readOutput } from "@/lib/server/process/read-output";
import type { FileSystem } from "./file-systems";

export type Space = {
  totalBytes: number;
  /** What nobody has taken; some of it may be kept for root. */
  freeBytes: number;
  /** What anybody may still take. */
  availableBytes: number;
  files: number;
  freeFiles: number;
};

export type KnownSpace = {
  /** The last that was told; null: nothing yet. */
  space: Space | null;
  /** False while it does not answer. */
  isAnswering: boolean;
};

const patienceMs = patient(2_000);

/** Room on a file system of this machine's own disks. */
export async function readSpace(place: string): Promise<Space> {
  const { bsize, blocks, bfree, bavail, files, ffree } = await statfs(place);
  return {
    totalBytes: bsize * blocks,
    freeBytes: bsize * bfree,
    availableBytes: bsize * bavail,
    files,
    freeFiles: ffree,
  };
}

/**
 * Asks remote ones by a program that can be ended: a server that is gone holds whoever asks, and four threads are all that this process has
 * for files.
 */
export async function readRemoteSpace(place: string): Promise<Space | null> {
  const program = await findProgram(["/usr/bin/stat", "/bin/stat"]);
  const said = program && (await readOutput(program, ["-f", "-c", "%S %b %f %a %c %d", "--", place], patienceMs));
  const [size, blocks, free, available, files, freeFiles] = (said ?? "").trim().split(" ").map(Number);
  if (size === undefined || blocks === undefined || free === undefined || available === undefined) return null;
  return {
    totalBytes: size * blocks,
    freeBytes: size * free,
    availableBytes: size * available,
    files: files ?? 0,
    freeFiles: freeFiles ?? 0,
  };
}

/** Knows the room of file systems, and waits for none of them longer than `patience` milliseconds. */
export function createSpaceReader({ local = readSpace, remote = readRemoteSpace, patience = patienceMs } = {}) {
  const known = new Map<string, KnownSpace>();
  /** Asked and not answered yet: not asked again. */
  const waiting = new Set<string>();

  async function ask({ place, isRemote }: FileSystem): Promise<void> {
    waiting.add(place);
    try {
      const space = await (isRemote ? remote(place) : local(place));
      if (space === null) known.set(place, { space: known.get(place)?.space ?? null, isAnswering: false });
      else known.set(place, { space, isAnswering: true });
    } catch {
      known.delete(place); // unmounted meanwhile, or nothing that tells
    } finally {
      waiting.delete(place);
    }
  }

  return async function look(systems: readonly FileSystem[]): Promise<ReadonlyMap<string, KnownSpace>> {
    const asked = systems.filter(({ place }) => !waiting.has(place)).map(ask);
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise<void>((resolve) => (timer = setTimeout(resolve, patience)));
    await Promise.race([Promise.all(asked), enough]);
    clearTimeout(timer);
    const places = new Set(systems.map(({ place }) => place));
    for (const place of known.keys()) if (!places.has(place)) known.delete(place);
    return new Map(
      systems.map(({ place }) => {
        const last = known.get(place) ?? { space: null, isAnswering: false };
        return [place, waiting.has(place) ? { ...last, isAnswering: false } : last];
      }),
    );
  };
}
