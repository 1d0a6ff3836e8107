import fs from "node:fs";
import { callbackify } from "node:util";
import { fdPath, fromLatin1, toFsPath, type FsPath } from "@/lib/server/storage/local/sys/fs-path";
import { callSync, mayCallSync } from "@/lib/server/storage/local/sys/quick-disks";
import { callsPerMount, slowMountsIn, within } from "@/lib/server/storage/local/sys/slow-mounts";
import { sys } from "@/lib/server/storage/local/sys/sys";
import { factsPerName, openStatChildren, type Facts } from "@/lib/server/storage/local/sys/stat-children";
import { statInThread } from "./stat-thread";

/** Of folders with more names the pages after the first are worth the way to another thread. */
const smallFolder = 4_096;
const sliceSize = 256;
/** More would keep other requests waiting longer; less leaves the answer to the other thread alone. */
const ownShare = 0.35;
/** Enough to keep libuv's threads busy; more only fills its queue (docs/decisions/0002-listing.md). */
const parallel = 128;

let opening: ReturnType<typeof openStatChildren> | null = null;

type Question = { folderFd: number; names: readonly string[]; folderSize: number };

/**
 * lstat of some names (Latin-1) of an open folder that holds `folderSize` of them. Throws the first failure, once all that
 * began have ended.
 */
export function statNames({ folderFd, names, folderSize }: Question): Promise<Facts> {
  if (!mayCallSync()) return statOnPool(folderFd, names);
  return folderSize <= smallFolder ? statInSlices(folderFd, names) : statInBoth(folderFd, names);
}

/** Mostly in the other thread; this one, which would wait for it, takes what it can do meanwhile. */
async function statInBoth(folderFd: number, names: readonly string[]): Promise<Facts> {
  const middle = Math.ceil(names.length * (1 - ownShare));
  const others = statInThread(folderFd, names.slice(0, middle));
  // Its failure is thrown below, after this thread's own part has ended.
  others.catch(() => {});
  const own = await statInSlices(folderFd, names.slice(middle)).catch(async (error: unknown) => {
    await others.catch(() => {});
    throw error;
  });
  const facts = new Float64Array(names.length * factsPerName);
  facts.set(await others);
  facts.set(own, middle * factsPerName);
  return facts;
}

function pathOf(folder: string, name: string) {
  return toFsPath(`${folder}/${fromLatin1(name)}`);
}

function note(facts: Facts, index: number, stats: Told | undefined): void {
  const at = index * factsPerName;
  facts[at] = stats?.mode ?? -1;
  facts[at + 1] = stats?.size ?? 0;
  facts[at + 2] = stats?.mtimeMs ?? 0;
}

/** In slices of half a millisecond: other requests have their turn between them. */
async function statInSlices(folderFd: number, names: readonly string[]): Promise<Facts> {
  const statChildren = await (opening ??= openStatChildren());
  const facts = new Float64Array(names.length * factsPerName);
  for (let from = 0; from < names.length; from += sliceSize) {
    if (from > 0) await new Promise(setImmediate);
    await callSync(() => statChildren(folderFd, names.slice(from, from + sliceSize), facts, from));
  }
  return facts;
}

/** A mount point that does not answer, or whose program has ended: it is a folder, nothing else is known of it. */
export const silentMount = { mode: fs.constants.S_IFDIR, size: 0, mtimeMs: 0 };

type Told = Pick<fs.Stats, "mode" | "size" | "mtimeMs">;

const mountMs = 2_000;

async function statOnMount(path: FsPath, isPlace: boolean): Promise<Told> {
  const asked = sys.lstat(path);
  if (!isPlace) return asked;
  try {
    return await within(mountMs, new Error("late"), { asked });
  } catch {
    return silentMount;
  }
}

/** Plain callbacks: for 100,000 entries a promise each costs more than the calls. */
function statOnPool(folderFd: number, names: readonly string[]): Promise<Facts> {
  const folder = fdPath(folderFd);
  const { own, children } = slowMountsIn(folderFd);
  const stat = (name: string, done: (error: NodeJS.ErrnoException | null, stats?: Told) => void) => {
    const path = pathOf(folder, name);
    if (own === null && !children.has(name)) fs.lstat(path, done);
    else callbackify(() => statOnMount(path, children.has(name)))(done);
  };
  return new Promise((resolve, reject) => {
    const facts = new Float64Array(names.length * factsPerName);
    let [begun, ended] = [0, 0];
    let failure: NodeJS.ErrnoException | null = null;
    const next = () => {
      const index = begun;
      const name = names[index];
      if (name === undefined || failure !== null) return;
      begun++;
      stat(name, (error, stats) => {
        ended++;
        note(facts, index, error === null ? stats : undefined);
        if (error !== null && error.code !== "ENOENT" && error.code !== "ENOTDIR") failure ??= error;
        next();
        if (ended < begun) return;
        if (failure === null) resolve(facts);
        else reject(failure);
      });
    };
    if (names.length === 0) resolve(facts);
    for (let lane = 0; lane < (own === null ? parallel : callsPerMount); lane++) next();
  });
}
