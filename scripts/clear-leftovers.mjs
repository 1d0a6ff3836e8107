import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { clearOwned } from "../lib/server/process/clear-owned-fixture.mjs";
import { isGone, ownerOfFolder, removeStale, reservations } from "../lib/server/process/owned-folder-fixture.mjs";

/**
 * Removes what the fixtures of earlier, killed runs have left on this machine: daemons, machines, servers, mounts, links, folders, reserved ports. They say by
 * their names which process made them: what still has its own, and what no fixture made, is not touched. Gives the folders that are gone.
 */
export async function clearLeftovers({ warn = console.warn } = {}) {
  const cleared = [];
  for (const name of readdirSync(tmpdir())) {
    const owner = ownerOfFolder(name);
    if (owner === null || !isGone(owner)) continue;
    const folder = path.join(tmpdir(), name);
    try {
      await clearOwned(folder);
      cleared.push(folder);
    } catch (error) {
      warn(`${folder} stays: ${error.message}`);
    }
  }
  if (existsSync(reservations))
    for (const name of readdirSync(reservations)) removeStale(path.join(reservations, name));
  return cleared;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  for (const folder of await clearLeftovers()) console.log(`Removed what was left of ${path.basename(folder)}`);
