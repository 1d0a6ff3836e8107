import type { archiveContract } from "@/lib/contracts/archive";
import { AppError } from "@/lib/shared/errors";
import { joinVirtualPath, nameOf, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import type { Service } from "@/lib/server/http/run-endpoint";
import { unfinishedName } from "@/lib/server/storage/local/temporary";
import type { Storage } from "@/lib/server/storage/storage";
import { startTask } from "@/lib/server/task/start-task";
import type { StepContext } from "@/lib/server/task/task-step";
import { assertOpens } from "./assert-opens";
import { mostBytes, titleOf, type OpenOptions } from "./archive-entry";
import { openArchive } from "./open-archive";
import { removeUnfinished, settle } from "./settle-unpacked";
import { unpack } from "./unpack";

/**
 * Unpacks an archive beside it or elsewhere. Everything goes into a folder that says that it is not finished; at the end that gets
 * the archive's name, or makes room for the one entry that was in it. Broken off, it is removed.
 */
export const extractArchive: Service<typeof archiveContract.extract> = async (input, ctx) => {
  const { path, to, encoding, password, only } = input;
  const { storage, signal } = ctx;
  await storage.stat(to);
  // Whoever forgot the password learns it before a task begins.
  await assertOpens({ path, storage, options: { name: nameOf(path), encoding, password, signal } });
  const options = { name: nameOf(path), encoding, password };
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
    steps: [{ path, run: (step) => extract({ path, to, options, only, storage }, step) }],
  });
};

type Wish = {
  path: VirtualPath;
  to: VirtualPath;
  options: Omit<OpenOptions, "signal">;
  only: readonly string[] | undefined;
  storage: Storage;
};

async function extract({ path, to, options, only, storage }: Wish, step: StepContext) {
  const file = await storage.open(path);
  try {
    const archive = await openArchive(file, { ...options, signal: step.signal });
    const { freeBytes } = await storage.space(to);
    if (only === undefined && archive.totalBytes !== null && archive.totalBytes > freeBytes)
      throw new AppError("file/disk-full");
    const title = titleOf(nameOf(path));
    const unfinished = joinVirtualPath(to, unfinishedName(title) as EntryName); // made of a name
    await storage.createFolder(unfinished, { isUnfinished: true });
    try {
      const limitBytes = Math.min(freeBytes, mostBytes(file.stat.sizeBytes));
      const outcome = await unpack({ archive, into: unfinished, limitBytes, only, storage }, step);
      if (outcome.files + outcome.folders === 0 && outcome.failureCount > 0)
        await removeUnfinished(storage, unfinished);
      else await settle({ unfinished, to, title, storage });
      return outcome;
    } catch (error) {
      await removeUnfinished(storage, unfinished);
      throw error;
    }
  } finally {
    await file.close();
  }
}
