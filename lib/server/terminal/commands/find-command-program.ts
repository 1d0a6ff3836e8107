import { AppError } from "@/lib/shared/errors";
import { isWithin } from "@/lib/shared/paths";
import type { Db } from "@/lib/server/db/open-db";
import { findProgram } from "@/lib/server/process/find-program";
import { wayTo } from "@/lib/server/process/way-to";
import { isChangeableByOthers } from "@/lib/server/session/is-changeable-by-others";
import type { Mount } from "@/lib/server/storage/mounts";

type Options = {
  /** A name, or an absolute host path. */
  program: string;
  /** Folders that names are looked for in, as in PATH. */
  path: string;
  /** What the caller may reach. */
  mounts: readonly Mount[];
  /** Of the account that it is to run as. */
  uid: number;
  db: Db;
};

/** What every confined program sees, and may only read. */
const systemFolders = ["/usr", "/bin", "/sbin"];

/**
 * The program of a command as it is to be started, and the mounts with it: one that lies elsewhere than the system's is added, by itself. Neither the caller nor
 * anybody with a terminal or folders may be able to put another in its place. Throws terminal/no-program, terminal/changeable-program.
 */
export async function findCommandProgram({
  program,
  path,
  mounts,
  uid,
  db,
}: Options): Promise<{ place: string; mounts: readonly Mount[] }> {
  const candidates = program.startsWith("/") ? [program] : path.split(":").map((folder) => `${folder}/${program}`);
  const found = await findProgram(candidates);
  const way = found === null ? null : await wayTo(found);
  const real = way?.at(-1)?.place;
  if (found === null || way === null || real === undefined)
    throw new AppError("terminal/no-program", { name: program });
  const isChangeable = way.some(
    ({ place, uid: owner, isOpen }) => isOpen || owner === uid || accessTo(place, mounts) === "write",
  );
  if (isChangeable) throw new AppError("terminal/changeable-program", { name: program });
  const isSystem = (place: string) => systemFolders.some((folder) => isWithin(place, folder));
  // By the name that it was found by: some are several programs, and ask what they are called.
  if (isSystem(found) && isSystem(real)) return { place: found, mounts };
  if (await isChangeableByOthers(db, found)) throw new AppError("terminal/changeable-program", { name: program });
  const access = accessTo(real, mounts);
  if (access === "none") throw new AppError("terminal/no-program", { name: program });
  return { place: real, mounts: access === null ? [...mounts, { place: real, access: "read" }] : mounts };
}

/** Of mounts inside of one another the innermost says; null where there is none. */
function accessTo(place: string, mounts: readonly Mount[]): Mount["access"] | null {
  const around = mounts.filter((mount) => isWithin(place, mount.place));
  return (
    around.reduce<Mount | null>((a, b) => (a === null || b.place.length > a.place.length ? b : a), null)?.access ?? null
  );
}
