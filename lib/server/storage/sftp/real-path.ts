import { joinPlace } from "@/lib/server/storage/scope";
import type { SftpHost, SftpShared } from "./sftp-host";
import { walkPath } from "./walk-path";

const freshMs = 10_000;
const maxKnown = 2_000;

/** The real path of a path on a host; where the end does not exist, that of the existing beginning and the rest as it is. Kept for 10 s. */
export async function realPath(host: SftpHost, path: string, reals: SftpShared["reals"]): Promise<string> {
  const key = `${host.key}\0${path}`;
  const hit = reals.get(key);
  if (hit !== undefined && performance.now() - hit.atMs < freshMs) return hit.real;
  const walked = await walkPath(host.session, { start: "/", segments: path.split("/"), mayPass: () => true });
  // Links in a circle, and what the account may not see, are nowhere we could go either.
  const real = walked.end === "loop" ? path : walked.rest.reduce(joinPlace, walked.path);
  if (reals.size >= maxKnown) reals.clear();
  reals.set(key, { real, atMs: performance.now() });
  return real;
}
