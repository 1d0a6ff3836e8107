import { AppError } from "@/lib/shared/errors";
import { containerManager } from "@/lib/server/process/container-manager";
import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { fdPath } from "@/lib/server/storage/local/sys/fs-path";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { openInside } from "./open-inside";
import { shareDescriptor } from "./shared-descriptor";

export type ContainerProcess = {
  /** What the container has as its `/` now. The caller closes it. Rejects with storage/away when the process is no more. */
  openRoot(): Promise<number>;
  close(): void;
};

/** So much of /proc/PID/cgroup, which is a few hundred bytes. */
const cgroupBytes = 16_384;

/**
 * A container's first process. Held is its folder in /proc: the process may end, and another get its number, but what is asked of this folder is then refused. No
 * mount of the container is held by it. Rejects with storage/unreachable where this machine's processes are not those that the daemon speaks of, or where we may
 * not look at their files.
 */
export async function openProcess({
  pid,
  containerId,
}: {
  pid: number;
  containerId: string;
}): Promise<ContainerProcess> {
  if (!Number.isSafeInteger(pid) || pid <= 1 || !/^[0-9a-f]{64}$/.test(containerId)) throw unreachable();
  const fd = await sys.open(`/proc/${pid}`, openFlags.folderPlace).catch((cause: unknown) => {
    throw unreachable(cause);
  });
  const held = shareDescriptor(fd);
  const own: ContainerProcess = {
    openRoot: () =>
      held.during((process) =>
        sys.open(`${fdPath(process)}/root`, openFlags.folderPlace).catch((cause: unknown) => {
          throw isErrno(cause, "EACCES", "EPERM") ? unreachable(cause) : new AppError("storage/away", {}, { cause });
        }),
      ),
    close: () => void held.letGo(),
  };
  try {
    if (!(await held.during(readCgroup)).includes(containerId)) throw unreachable();
    const root = await own.openRoot();
    try {
      await closeQuietly(await openInside(root, "/"));
    } catch (cause) {
      throw unreachable(cause);
    } finally {
      await closeQuietly(root);
    }
    return own;
  } catch (error) {
    own.close();
    throw error;
  }
}

async function readCgroup(processFd: number): Promise<string> {
  const fd = await sys.open(`${fdPath(processFd)}/cgroup`, openFlags.read).catch((cause: unknown) => {
    throw unreachable(cause);
  });
  try {
    const bytes = Buffer.alloc(cgroupBytes);
    return bytes.toString("latin1", 0, await sys.read(fd, bytes, 0, cgroupBytes, 0));
  } finally {
    await closeQuietly(fd);
  }
}

const unreachable = (cause?: unknown) =>
  new AppError(containerManager() === "docker" ? "storage/unreachable-docker" : "storage/unreachable", {}, { cause });
