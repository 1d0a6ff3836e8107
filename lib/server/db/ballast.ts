import { randomFillSync } from "node:crypto";
import { statfsSync, statSync, unlinkSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import type { Logger } from "pino";

const mostBytes = 16_777_216;
/** Of a volume that is small itself. */
const share = 1 / 64;
const chunkBytes = 65_536;
/** Below this much free space a start gives it up at once: opening the database takes some. */
const scarceBytes = 1_048_576;
const refillEveryMs = 600_000;

/**
 * A file in the data folder that is there to be given up. When the database finds its volume full, what it takes is enough for a
 * day of sign-ins and deletions, and it is made anew when there is room again (docs/decisions/0015-full-disks.md).
 */
export type Ballast = {
  /** Gives up the space; false when there was none to give. */
  release(): boolean;
  /** {@link release} where a start would hardly find the space that it needs. */
  releaseIfScarce(): void;
  /** Makes it unless it is there, or the volume has too little room for it. */
  refill(): Promise<void>;
};

export function createBallast(dataDir: string): Ballast {
  const file = path.join(dataDir, "ballast");

  function release(): boolean {
    try {
      unlinkSync(file);
      return true;
    } catch {
      return false; // given up before
    }
  }

  return {
    release,
    releaseIfScarce() {
      const { bavail, bsize } = statfsSync(dataDir);
      if (bavail * bsize < scarceBytes) release();
    },
    async refill() {
      const { blocks, bavail, bsize } = statfsSync(dataDir);
      const wantedBytes = Math.floor(Math.min(mostBytes, blocks * bsize * share) / chunkBytes) * chunkBytes;
      if (statSync(file, { throwIfNoEntry: false })?.size === wantedBytes) return;
      if (bavail * bsize < 4 * wantedBytes) return;
      const handle = await open(file, "w", 0o600);
      try {
        // Zeros would take no space on a disk that compresses.
        const chunk = Buffer.alloc(chunkBytes);
        for (let written = 0; written < wantedBytes; written += chunkBytes)
          await handle.write(randomFillSync(chunk), 0, chunkBytes);
      } finally {
        await handle.close();
      }
    },
  };
}

/** Has it there whenever there is room, until the server ends. */
export function keepBallast(ballast: Ballast, { log, stopping }: { log: Logger; stopping: AbortSignal }): void {
  const refill = () =>
    void ballast.refill().catch((error: unknown) => log.warn({ err: error }, "the ballast could not be made"));
  refill();
  const timer = setInterval(refill, refillEveryMs).unref();
  stopping.addEventListener("abort", () => clearInterval(timer), { once: true });
}
