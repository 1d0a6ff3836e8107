import { existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { syncOne } from "./sync-one";
import { replaced, staged } from "@/lib/server/db/backup/backup-table";

/**
 * Puts what `restore` laid ready in place of the database and the key, before they are opened; what was there stays beside it.
 * Each step may have been done by a start that was cut off: the last one is what ends it. True when there was something.
 */
export function applyRestore(dataDir: string): boolean {
  const at = (name: string) => path.join(dataDir, name);
  if (!existsSync(at(staged.db))) return false;
  // What the write-ahead log holds belongs to the old database, and would damage the new one.
  if (existsSync(at("filedeck.db")))
    for (const end of ["", "-wal", "-shm"]) rmSync(at(`filedeck.db${replaced}${end}`), { force: true });
  for (const end of ["", "-wal"]) keep(at("filedeck.db"), end);
  rmSync(at("filedeck.db-shm"), { force: true });
  if (existsSync(at(staged.key))) {
    if (existsSync(at("secret.key"))) renameSync(at("secret.key"), at(`secret.key${replaced}`));
    renameSync(at(staged.key), at("secret.key"));
  }
  renameSync(at(staged.db), at("filedeck.db"));
  syncOne(dataDir);
  return true;
}

function keep(file: string, end: string): void {
  if (existsSync(file + end)) renameSync(file + end, file + replaced + end);
}
