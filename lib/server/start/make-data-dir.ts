import { accessSync, constants, mkdirSync } from "node:fs";
import { EnvError } from "@/lib/server/base/env";

/** The folder of database and keys, closed to other users when it is made here. Throws EnvError where it cannot be written. */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new EnvError("FILEDECK_DATA", `cannot be created or written to: ${dataDir}`);
  }
}
