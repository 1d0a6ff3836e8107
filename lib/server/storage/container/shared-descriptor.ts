import { AppError } from "@/lib/shared/errors";
import { closeQuietly } from "@/lib/server/storage/local/sys/sys";

/**
 * A descriptor that may be let go of while others work with it: it is closed when the last of them is done, for its number is another file's from then on.
 */
export function shareDescriptor(fd: number) {
  let users = 0;
  let isLetGo = false;
  let tellClosed = () => {};
  const closed = new Promise<void>((resolve) => (tellClosed = resolve));

  const closeIfIdle = () => {
    if (isLetGo && users === 0) void closeQuietly(fd).then(tellClosed);
  };

  return {
    /** Rejects with storage/away once it was let go of. */
    async during<T>(work: (fd: number) => Promise<T>): Promise<T> {
      if (isLetGo) throw new AppError("storage/away");
      users++;
      try {
        return await work(fd);
      } finally {
        users--;
        closeIfIdle();
      }
    },
    /** Resolves when it is closed. */
    letGo(): Promise<void> {
      if (!isLetGo) {
        isLetGo = true;
        closeIfIdle();
      }
      return closed;
    },
  };
}

export type SharedDescriptor = ReturnType<typeof shareDescriptor>;
