import type { diskContract } from "@/lib/contracts/disk";
import type { Service } from "@/lib/server/http/service";
import { machineMounts } from "@/lib/server/machine/disks/read-disks";
import { findLoopsOf, findUsersOf } from "@/lib/server/machine/disks/users-of-place";
import { mountAt } from "./places";

const most = 50;

export const listUsers: Service<typeof diskContract.listUsers> = async ({ place }, { actor }) => {
  await mountAt(place);
  const [{ users, isCut }, loops, mounts] = await Promise.all([
    findUsersOf(place),
    findLoopsOf(place),
    machineMounts(),
  ]);
  const below = mounts.filter((mount) => mount.place.startsWith(`${place}/`)).map((mount) => mount.place);
  return {
    users: users.map((user) => ({ ...user, path: actor.isRoot ? user.path : null, is_own: user.pid === process.pid })),
    mounts: [...new Set(below)].slice(0, most),
    loops: loops.slice(0, most),
    is_cut: isCut,
  };
};
