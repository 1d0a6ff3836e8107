import { closeSync, openSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { EnvError } from "@/lib/server/base/env";
import { isByteLocked, lockByte } from "@/lib/server/storage/local/sys/file-locks";

const at = 0n;
/** One that is being stopped may need a moment to be gone. */
const patienceMs = 2_000;
const againMs = 100;

/**
 * Makes this the only server on its data folder, as long as the process lives: what another one holds in memory (rights, sessions, locks,
 * running tasks) is not known to this one, and a restored backup would take the database from under it. Commands work beside a server and ask nothing of
 * this. Gives the descriptor that holds it, null where there are no such locks, or no room for the file. Throws EnvError while another server has the folder.
 */
export async function holdDataDir(dataDir: string, waitMs = patienceMs): Promise<number | null> {
  const fd = open(path.join(dataDir, "server.lock"));
  if (fd === null) return null;
  const endMs = performance.now() + waitMs;
  for (;;) {
    if (await lockByte(fd, at).catch(() => false)) return fd;
    const isTaken = await isByteLocked(fd, at).catch(() => null);
    if (isTaken === true && performance.now() < endMs) {
      await wait(againMs);
      continue;
    }
    closeSync(fd);
    if (isTaken !== true) return null;
    throw new EnvError(
      "FILEDECK_DATA",
      `another server is using ${dataDir}; stop it first, or use another folder here`,
    );
  }
}

function open(file: string): number | null {
  try {
    return openSync(file, "a", 0o600);
  } catch {
    return null;
  }
}
