import { hostname } from "node:os";
import { confinedHost } from "@/lib/server/process/jail/bwrap-arguments";

/** What a shell says about where it is (OSC 7, `file://host/path`, percent-encoded); null where that is no folder of this machine. */
export function saidFolder(address: string): string | null {
  const [, host, path] = /^file:\/\/([^/]*)(\/[^?#]*)$/.exec(address) ?? [];
  if (host === undefined || path === undefined || !["", "localhost", hostname(), confinedHost].includes(host))
    return null;
  try {
    const folder = decodeURIComponent(path);
    return folder.includes("\0") ? null : folder;
  } catch {
    return null;
  }
}
