import { homedir } from "node:os";
import path from "node:path";
import { isAppError } from "@/lib/shared/errors";
import { findHostNeeds } from "@/lib/server/process/host-access";
import { getApp } from "@/lib/server/runtime/app";
import { kindOfPlace } from "@/lib/server/storage/adapter";
import { quotePath } from "@/lib/server/terminal/quote-path";

/** What to type on the server to restore the backup at this place; FILE stands for one that is on no disk of this machine, or for none. */
export async function restoreCommand(place: string | null): Promise<string> {
  const file = place === null || kindOfPlace(place) !== "local" ? "FILE" : (quoted(place) ?? "FILE");
  // Null where there is no host but this machine.
  if ((await findHostNeeds()) !== null) return `docker exec -it filedeck node dist/server.mjs restore ${file}`;
  const { dataDir } = getApp().env;
  const data = dataDir === path.join(homedir(), ".filedeck") ? null : quoted(dataDir);
  return `${data === null ? "" : `FILEDECK_DATA=${data} `}npm run restore -- ${file}`;
}

/** Null for what no shell takes as one word. */
function quoted(place: string): string | null {
  try {
    return quotePath(place);
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}
