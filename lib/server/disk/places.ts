import path from "node:path";
import { AppError } from "@/lib/shared/errors";
import { isSystemPlace, mediaPlace } from "@/lib/shared/fstab";
import { isWithin } from "@/lib/shared/paths";
import { machineMounts } from "@/lib/server/machine/disks/read-disks";
import { getApp } from "@/lib/server/runtime/app";
import type { Actor } from "@/lib/server/runtime/ctx";

/** Where those who are no administrators mount. */
const forOthers = ["/mnt", "/media", mediaPlace, "/srv"];
/** Without these nothing works, or what is there is the kernel's. */
const needed = ["/boot", "/dev", "/etc", "/proc", "/sys", "/usr", "/var", "/run"];

/** Filedeck's data, and its program. */
const own = () =>
  [getApp().env.dataDir, process.cwd()].map((folder) => path.resolve(folder)).filter((folder) => folder !== "/");
const isBelow = (place: string, folder: string) => place !== folder && isWithin(place, folder);

/** Whether what is mounted there has to stay: the machine stands on it, or Filedeck does. */
export function isNeeded(place: string): boolean {
  if (place === "/" || own().some((folder) => isWithin(folder, place))) return true;
  if (isBelow(place, "/run")) return !isBelow(place, mediaPlace);
  if (isBelow(place, "/var")) return isSystemPlace(place);
  return needed.some((folder) => isWithin(place, folder));
}

/** Throws disk/place-system where nobody mounts anything, disk/place-outside where only administrators do. */
export function assertMountable(place: string, { isRoot }: Pick<Actor, "isRoot">): void {
  const isOurs = own().some((folder) => isWithin(folder, place) || isWithin(place, folder));
  if (isSystemPlace(place) || isOurs) throw new AppError("disk/place-system", { name: place });
  if (!isRoot && !forOthers.some((folder) => isBelow(place, folder)))
    throw new AppError("disk/place-outside", { name: place });
}

/** The mount at a place, the topmost of several. Throws disk/not-mounted. */
export async function mountAt(place: string) {
  const mount = (await machineMounts()).findLast((one) => one.place === place);
  if (mount === undefined) throw new AppError("disk/not-mounted", { name: place });
  return mount;
}
