import { bytesToName } from "@/lib/shared/bytes-to-name";
import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { joinPlace } from "@/lib/server/storage/scope";
import { parentOfHost, toFsPath } from "@/lib/server/storage/local/sys/fs-path";
import { sys } from "@/lib/server/storage/local/sys/sys";

const freshMs = 10_000;
const maxKnown = 2_000;
const known = new Map<string, { real: string; at: number }>();

/** Whether there is anything at a place that a person typed. */
export async function isThere(dir: string): Promise<boolean> {
  return sys.stat(toFsPath(dir)).then(
    () => true,
    (error: unknown) => {
      if (isErrno(error, "ENOENT", "ENOTDIR", "EACCES", "ELOOP", "ENAMETOOLONG")) return false;
      throw error;
    },
  );
}

/** The real path; where the end does not exist, that of the existing beginning and the rest as it is. Kept for 10 s. */
export async function realDir(literal: string): Promise<string> {
  const hit = known.get(literal);
  if (hit !== undefined && Date.now() - hit.at < freshMs) return hit.real;
  const real = await resolveExisting(literal);
  if (known.size >= maxKnown) known.clear();
  known.set(literal, { real, at: Date.now() });
  return real;
}

async function resolveExisting(literal: string): Promise<string> {
  const rest: string[] = [];
  for (let path = literal; path !== "/"; path = parentOfHost(path)) {
    try {
      const real = bytesToName(await sys.realpath(toFsPath(path)));
      return rest.reduce(joinPlace, real);
    } catch (error) {
      // Not reachable for us means that the actor does not get there through us either.
      if (!isErrno(error, "ENOENT", "ENOTDIR", "EACCES", "ELOOP")) throw error;
      rest.unshift(path.slice(path.lastIndexOf("/") + 1));
    }
  }
  return literal;
}
