import type { diskContract } from "@/lib/contracts/disk";
import { isWithin } from "@/lib/shared/paths";
import { patient } from "@/lib/server/base/patient";
import { askContainers } from "@/lib/server/docker/ask-containers";
import { findProject } from "@/lib/server/docker/compose-project";
import { nameAmong } from "@/lib/server/docker/list-containers";
import type { Service } from "@/lib/server/http/service";
import { machineMounts } from "@/lib/server/machine/disks/read-disks";
import { findLoopsOf } from "@/lib/server/machine/disks/loops-of-place";
import { askProcesses } from "@/lib/server/machine/processes/ask-processes";
import { localFolders } from "@/lib/server/metrics/describe-machine-for";
import type { Actor } from "@/lib/server/runtime/ctx";
import { containerRightsOf } from "@/lib/server/session/container-rights";
import { mountAt } from "./places";

const most = 50;
/** Names of containers are nice to have. */
const patienceMs = patient(1_000);
const mostContainers = 1_000;
const shortIdLength = 12;

export const listUsers: Service<typeof diskContract.listUsers> = async ({ place }, ctx) => {
  const { isRoot } = ctx.actor;
  const mount = await mountAt(place);
  const [found, loops, mounts, folders] = await Promise.all([
    askProcesses("usersOf", { mount }, ctx.signal),
    findLoopsOf(place),
    machineMounts(),
    localFolders(ctx),
  ]);
  const { users, keepers, isCut } = found ?? { users: [], keepers: [], isCut: true };
  const below = mounts.filter((one) => one.place.startsWith(`${place}/`)).map((one) => one.place);
  const nameOf = await containerNames([...users, ...keepers], ctx.actor);
  return {
    users: users.map((user) => ({
      ...user,
      path: isRoot ? user.path : null,
      is_own: user.pid === process.pid,
      container: nameOf(user.container),
    })),
    keepers: keepers
      .slice(0, most)
      .map((one) => ({ ...one, path: isRoot ? one.path : null, container: nameOf(one.container) })),
    folders: folders.filter((folder) => isWithin(folder.place, place)).map(({ id }) => id),
    mounts: [...new Set(below)].slice(0, most),
    loops: loops.slice(0, most),
    is_cut: isCut || keepers.length > most,
  };
};

/** By the beginning of their ids; that beginning for those whom the caller does not see, and without a Docker that answers at once. */
async function containerNames(all: readonly { container: string | null }[], actor: Actor) {
  const wanted = new Set(all.map(({ container }) => container));
  const found =
    wanted.size > (wanted.has(null) ? 1 : 0) && seesContainers(actor)
      ? await askContainers("", { limit: mostContainers, patienceMs }).then(
          ({ rows }) => rows,
          () => [],
        )
      : [];
  const names = new Map<string, string>();
  for (const { Id, Names, Labels, ImageID } of found) {
    const [id, name] = [Id.slice(0, shortIdLength), nameAmong({ Id, Names })];
    if (!wanted.has(id)) continue;
    const project = await findProject(Labels, ImageID);
    // Who sees it does so without its being theirs.
    if (containerRightsOf(actor, { name, project, isOwn: false }) !== null) names.set(id, name);
  }
  return (container: string | null) => (container === null ? null : (names.get(container) ?? container));
}

/** Any at all. */
const seesContainers = ({ permissions }: Actor) =>
  (["docker_view", "docker_container_update", "docker_container_rule"] as const).some((one) => permissions.has(one));
