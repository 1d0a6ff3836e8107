import { createReadStream, readFileSync, rmSync } from "node:fs";
import { readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";

const [prefix, suffix] = [".backup-", ".part"];
/** A command beside the server may be at work on a younger one. */
const leftoverMs = 86_400_000;

export type CopyFile = {
  place: string;
  bytes(): Promise<number>;
  read(): AsyncIterable<Uint8Array>;
  remove(): void;
};

/** A new empty file in the data folder for a copy of the database, closed to other users. `id`: random. */
export async function createCopyFile(dataDir: string, id: string): Promise<CopyFile> {
  const place = path.join(dataDir, `${prefix}${id}${suffix}`);
  await writeFile(place, "", { mode: 0o600, flag: "wx" });
  return {
    place,
    bytes: async () => (await stat(place)).size,
    read: () => createReadStream(place),
    remove() {
      for (const end of ["", "-journal", "-wal", "-shm"]) rmSync(place + end, { force: true });
    },
  };
}

/** What kills have left of copies. */
export async function removeLeftCopies(dataDir: string, nowMs: number): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(prefix)) continue;
    const place = path.join(dataDir, name);
    const found = await stat(place).catch(() => null); // another run's command has removed it
    if (found !== null && nowMs - found.mtimeMs > leftoverMs) await rm(place, { force: true });
  }
}

/** What a copy takes at most, in bytes. */
export async function databaseBytes(dataDir: string): Promise<number> {
  const sizes = ["", "-wal"].map((end) => stat(path.join(dataDir, `filedeck.db${end}`)).catch(() => ({ size: 0 })));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
}

export function readSecret(dataDir: string): string {
  return readFileSync(path.join(dataDir, "secret.key"), "utf8").trim();
}
