import { statSync } from "node:fs";

/** As root beside a server that runs as somebody else (PUID), new files would be out of that one's reach. */
export function becomeOwner(file: string): void {
  const { uid, gid } = statSync(file);
  if (process.getuid?.() !== 0 || uid === 0) return;
  process.setgroups?.([]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}
