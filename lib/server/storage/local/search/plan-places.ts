import fs from "node:fs";
import { isStrictlyBelow, joinPlace } from "@/lib/server/storage/scope";
import { eachParallel } from "@/lib/server/storage/each-parallel";
import { childPath, fdPath, fromLatin1 } from "@/lib/server/storage/local/sys/fs-path";
import type { Policy } from "@/lib/server/storage/policy";
import { realPathOf } from "@/lib/server/storage/local/sys/real-path";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { pseudoMountsBelow } from "./pseudo-mounts";
import { isHiddenFromSearch, noteUnreadable, type Totals } from "@/lib/server/storage/matching/search-totals";

/** An open folder for another program: with everything below it, or only the files that it holds itself. */
export type OpenedPlace = { fd: number; real: string; below: string; isDeep: boolean };

const maxPlaces = 256;

type Plan = { policy: Policy; start: { fd: number; real: string }; path: string; withHidden: boolean; totals: Totals };

export type PlacePlan = { places: OpenedPlace[]; close: () => Promise<void> };

/**
 * Divides a folder so that another program may walk each part by itself: where everything below may be read it gets the whole, elsewhere
 * folder by folder. Folders out of sight and the kernel's file systems are left out. `close` closes all but `start`.
 */
export async function planPlaces({ policy, start, path, withHidden, totals }: Plan): Promise<PlacePlan> {
  const pseudo = [...pseudoMountsBelow(start.real)];
  const places: OpenedPlace[] = [];
  const opened: OpenedPlace[] = [];
  const close = () => eachParallel(opened, 8, ({ fd }) => closeQuietly(fd));
  const waiting: OpenedPlace[] = [{ ...start, below: "", isDeep: false }];
  try {
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      const { fd, real, below } = place;
      if (policy.isUniformBelow(real) && !pseudo.some((mount) => isStrictlyBelow(mount, real))) {
        places.push({ ...place, isDeep: true });
        continue;
      }
      if (policy.access(real) !== "ancestor") places.push(place);
      for (const entry of fs.readdirSync(fdPath(fd), { withFileTypes: true, encoding: "latin1" })) {
        const name = fromLatin1(entry.name);
        const childReal = joinPlace(real, name);
        if (!entry.isDirectory() || isHiddenFromSearch(name, withHidden)) continue;
        if (policy.access(childReal) === "none" || pseudo.includes(childReal)) continue;
        const child = opened.length < maxPlaces ? await openChild(fd, name, childReal) : null;
        if (child === null) noteUnreadable(totals, `${path}${below}/${name}`);
        else {
          const found = { fd: child, real: childReal, below: `${below}/${name}`, isDeep: false };
          opened.push(found);
          waiting.push(found);
        }
      }
    }
    return { places, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openChild(folder: number, name: string, expected: string): Promise<number | null> {
  let fd: number;
  try {
    fd = await sys.open(childPath(folder, name), openFlags.folderPlaceNoFollow);
  } catch {
    return null;
  }
  try {
    if ((await realPathOf(fd)) === expected) return fd;
  } catch {
    // gone meanwhile
  }
  await closeQuietly(fd);
  return null;
}
