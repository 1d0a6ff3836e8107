import type { archiveContract } from "@/lib/contracts/archive";
import { joinVirtualPath, nameOf, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import type { Service } from "@/lib/server/http/service";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { unfinishedName } from "@/lib/server/storage/own-names";
import { joinPlace } from "@/lib/server/storage/scope";
import { noRoom } from "@/lib/server/storage/space";
import type { Storage } from "@/lib/server/storage/storage";
import { startTask } from "@/lib/server/task/start-task";
import type { Amount, StepContext, TaskStep } from "@/lib/server/group/task-step";
import { assertOpens } from "./assert-opens";
import { mostBytes, titleOf, type OpenArchive, type OpenOptions } from "./archive-entry";
import { openArchive } from "./open-archive";
import { removeUnfinished, settle } from "./settle-unpacked";
import { isBelow, unpack, type Unpacking } from "./unpack";

/**
 * Unpacks an archive beside it or elsewhere. Everything goes into a folder that says that it is not finished; at the end that gets
 * the archive's name, or makes room for the one entry that was in it. Broken off, it is removed.
 */
export const extractArchive: Service<typeof archiveContract.extract> = async (input, ctx) => {
  const { path, to, encoding, password, only } = input;
  const { storage, signal } = ctx;
  const holder = userIdOf(ctx.actor);
  await storage.stat(to);
  // Whoever forgot the password learns it before a task begins.
  await assertOpens({ path, storage, options: { name: nameOf(path), holder, encoding, password, signal } });
  const options = { name: nameOf(path), holder, encoding, password };
  return startTask(ctx, {
    kind: "extract",
    title: nameOf(path),
    // The password stays in memory.
    input: {
      path,
      to,
      ...(encoding === undefined ? {} : { encoding }),
      ...(only === undefined ? {} : { only }),
      ...(password === undefined ? {} : { secret: true }),
    },
    steps: [extractStep({ path, to, options, only, storage })],
  });
};

type Wish = {
  path: VirtualPath;
  to: VirtualPath;
  options: Omit<OpenOptions, "signal">;
  only: readonly string[] | undefined;
  storage: Storage;
};

export function extractStep(wish: Wish): TaskStep {
  let opened: (archive: Opened | null) => void = () => {};
  const opening = new Promise<Opened | null>((resolve) => {
    opened = resolve;
  });
  return {
    path: wish.path,
    run: (step) => extract(wish, { ...step, opened }).finally(() => opened(null)),
    measure: async (signal) => {
      const known = await opening;
      return known === null ? null : measureWanted(known, { only: wish.only, signal });
    },
  };
}

type Opened = { archive: OpenArchive; sizeBytes: number };
type Measuring = { only: readonly string[] | undefined; signal: AbortSignal };

/** Of archives that say nothing of it before they are read, their own bytes: the progress is how much of them has been. */
async function measureWanted({ archive, sizeBytes }: Opened, { only, signal }: Measuring): Promise<Amount> {
  if (archive.totalBytes === null) return { files: 0, bytes: sizeBytes };
  const isWanted = only === undefined ? () => true : isBelow(only);
  const total = { files: 0, bytes: 0 };
  for await (const entry of archive.list()) {
    signal.throwIfAborted();
    if (entry.kind !== "file" || !isWanted(entry)) continue;
    total.files++;
    total.bytes += entry.sizeBytes;
  }
  return total;
}

type Extracting = StepContext & { opened: (archive: Opened) => void };

async function extract({ path, to, options, only, ...wish }: Wish, step: Extracting) {
  const file = await wish.storage.open(path);
  try {
    let readBytes = 0;
    const onRead = (bytes: number) => (readBytes = bytes);
    const archive = await openArchive(file, { ...options, onRead, signal: step.signal });
    const { sizeBytes } = file.stat;
    step.opened({ archive, sizeBytes });
    const readOf = archive.totalBytes === null ? () => Math.min(readBytes, sizeBytes) : undefined;
    const title = titleOf(nameOf(path));
    const unfinished = joinVirtualPath(to, unfinishedName(title) as EntryName); // made of a name
    // Whoever may write there could put a link in the place of either folder meanwhile.
    const place = joinPlace(await wish.storage.placeOf(to), nameOf(unfinished));
    const storage = wish.storage.pinned([{ path: unfinished, place }]);
    const space = await storage.space(to, archive.totalBytes);
    const { freeBytes } = space;
    if (only === undefined && archive.totalBytes !== null && archive.totalBytes > freeBytes) throw noRoom(space);
    await storage.createFolder(unfinished, { unfinished: "made" });
    const made: NonNullable<Unpacking["made"]> = { files: 0 };
    const takeBack = () => removeUnfinished({ unfinished, to, title, storage }, made);
    try {
      const limitBytes = mostBytes(file.stat.sizeBytes);
      const outcome = await unpack({ archive, into: unfinished, limitBytes, space, only, storage, readOf, made }, step);
      if (outcome.files + outcome.folders === 0 && outcome.failureCount > 0) await takeBack();
      else await settle({ unfinished, to, title, storage });
      // Of chosen entries others may be left.
      const oddity = only === undefined ? (archive.oddity?.() ?? null) : null;
      return oddity === null ? outcome : { ...outcome, facts: { [oddity]: 1 } };
    } catch (error) {
      await takeBack();
      if (made.full === undefined) throw error;
      return { files: 0, folders: 0, bytes: 0, failureCount: 1, failures: [made.full] };
    }
  } finally {
    await file.close();
  }
}
