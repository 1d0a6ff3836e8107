import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { fdPath, type FsPath } from "@/lib/server/storage/local/sys/fs-path";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { hasSameBytes } from "@/lib/server/storage/local/write/same-bytes";

type Options = { copied: { dev: bigint; ino: bigint }; signal: AbortSignal };

/** Whether an open file (`O_PATH` will do) holds the bytes of a certain copy that is found by its path, and nobody touched it while they were compared. */
export async function isCopyOf(source: number, path: FsPath, { copied, signal }: Options): Promise<boolean> {
  const before = await sys.fstatBig(source);
  const copy = await sys.open(path, openFlags.readOnlyNoWait).catch((error: unknown) => {
    if (isErrno(error, "ENOENT", "ENOTDIR", "ELOOP")) return null;
    throw error;
  });
  if (copy === null) return false;
  try {
    const { dev, ino, size } = await sys.fstatBig(copy);
    if (dev !== copied.dev || ino !== copied.ino || size !== before.size) return false;
    const from = await sys.open(fdPath(source), openFlags.readNoWait);
    try {
      if (!(await hasSameBytes([from, copy], { sizeBytes: Number(size), signal }))) return false;
    } finally {
      await closeQuietly(from);
    }
    return (await sys.fstatBig(source)).ctimeNs === before.ctimeNs;
  } finally {
    await closeQuietly(copy);
  }
}
