import path from "node:path";
import { EnvError } from "@/lib/server/base/env";
import { holdFile } from "@/lib/server/storage/hold-file";

/** One that is being stopped may need a moment to be gone. */
const patienceMs = 2_000;

/**
 * Makes this the only server on its data folder, as long as the process lives: what another one holds in memory (rights, sessions, locks,
 * running tasks) is not known to this one, and a restored backup would take the database from under it. Commands work beside a server and ask nothing of
 * this. Gives the descriptor that holds it, null where there are no such locks, or no room for the file. Throws EnvError while another server has the folder.
 */
export async function holdDataDir(dataDir: string, waitMs = patienceMs): Promise<number | null> {
  const held = await holdFile(path.join(dataDir, "server.lock"), waitMs);
  if (held !== "taken") return held;
  throw new EnvError("FILEDECK_DATA", `another server is using ${dataDir}; stop it first, or use another folder here`);
}
