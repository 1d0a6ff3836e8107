import { spawn } from "node:child_process";
import { AppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import { toAppError } from "./errno";
import { childPath, fromLatin1 } from "./fs-path";
import { syncFolder } from "./place-entry";
import type { Resolver } from "./resolver";
import { closeQuietly, openFlags, sys } from "./sys";

/**
 * See {@link Storage.sync}. syncfs(2), which Node does not have, writes everything of the disk at once: for thousands of files that is
 * a hundredth of syncing each. Where the program is missing, each is.
 */
export async function syncTree(resolver: Resolver, path: VirtualPath): Promise<void> {
  const place = await resolver.openPlace(path);
  try {
    const fd = await sys.open(`/proc/self/fd/${place.fd}`, openFlags.folder);
    try {
      const code = await runSync(fd);
      if (code === null) await syncEach(fd);
      else if (code !== 0) throw new AppError("file/io", { code: "EIO" });
    } finally {
      await closeQuietly(fd);
    }
  } catch (error) {
    throw toAppError(error);
  } finally {
    await closeQuietly(place.fd);
  }
}

/** The exit code of sync(1) for the disk of the folder; null where it cannot be run. */
function runSync(fd: number): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn("sync", ["--file-system", "/proc/self/fd/3"], { stdio: ["ignore", "ignore", "ignore", fd] });
    child.once("error", () => resolve(null));
    child.once("exit", (code) => resolve(code));
  });
}

async function syncEach(fd: number): Promise<void> {
  for (const raw of await sys.readdir(fd)) {
    const path = childPath(fd, fromLatin1(raw));
    const stats = await sys.lstat(path);
    if (!stats.isDirectory() && !stats.isFile()) continue;
    const child = await sys.open(path, stats.isDirectory() ? openFlags.folder : openFlags.read);
    try {
      if (stats.isDirectory()) await syncEach(child);
      else await sys.fsync(child);
    } finally {
      await closeQuietly(child);
    }
  }
  await syncFolder(fd);
}
