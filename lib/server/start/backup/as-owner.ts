import { statSync } from "node:fs";

/**
 * Works as the user that the database belongs to: as root beside a server that runs as somebody else (PUID), new files would be
 * out of that one's reach. Nothing else must run in the process meanwhile.
 */
export async function asOwnerOf<T>(file: string, work: () => Promise<T>): Promise<T> {
  const { uid, gid } = statSync(file);
  if (process.geteuid?.() !== 0 || uid === 0) return work();
  process.setegid?.(gid);
  process.seteuid?.(uid);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}
