import { AppError } from "@/lib/shared/errors";
import { askerOf, type Actor } from "@/lib/server/runtime/ctx";
import { noGrants, type Grants, type SomeGrants } from "@/lib/server/session/grants";
import { scopesOn } from "@/lib/server/setting/elsewhere";
import { hostRootsOf, isOnSameHost } from "@/lib/server/ssh/host-roots";
import { kindOfPlace } from "@/lib/server/storage/adapter";
import { isThere, realPlace, withRealPlace } from "@/lib/server/storage/places";
import { accessOf } from "@/lib/server/storage/scope";

const lists = ["access_dirs", "only_read_dirs", "not_access_dirs"] as const;
type List = (typeof lists)[number];

type Given = {
  actor: Actor;
  /** What the role or the user has: kept as it is where it comes back, whatever a link that was swapped meanwhile says. */
  stored?: Grants | undefined;
};

/**
 * Grants as typed → as stored: links in new folders are followed now, while somebody who may grant looks at them, and not
 * later, when somebody else may have swapped them. A folder that is not there is refused with user/no-folder: a slip of the
 * pen in a denial would deny nothing. Of what the caller may not see nothing is said. Folders of hosts are looked at by the caller's own connection, which
 * has to be there (ssh/not-connected); a host that they do not have is as unknown as none.
 */
export async function resolveGrants(grants: SomeGrants, { actor, stored = noGrants }: Given): Promise<Partial<Grants>> {
  const { auth_list, commands, quota_bytes, second_factor, containers } = grants;
  const found: Partial<Grants> = {
    ...(auth_list === undefined ? {} : { auth_list }),
    ...(commands === undefined ? {} : { commands }),
    ...(quota_bytes === undefined ? {} : { quota_bytes }),
    ...(second_factor === undefined ? {} : { second_factor }),
    ...(containers === undefined ? {} : { containers }),
  };
  for (const list of lists) {
    const given = grants[list];
    if (given === undefined) continue;
    const known = new Set(stored[list]);
    const dirs = await Promise.all(
      given.map((dir) => (known.has(dir) ? Promise.resolve([dir]) : resolveNew(dir, { list, actor }))),
    );
    found[list] = [...new Set(dirs.flat())];
  }
  return found;
}

async function resolveNew(dir: string, { list, actor }: { list: List; actor: Given["actor"] }): Promise<string[]> {
  const asker = askerOf(actor);
  const missing = () => new AppError("user/no-folder", { folder: dir, field: list });
  if (kindOfPlace(dir) !== "local" && !hostRootsOf(actor).some(({ hostPath }) => isOnSameHost(dir, hostPath)))
    throw missing();
  const real = await realPlace(dir, asker);
  if (accessOf(real, scopesOn(actor)) !== "none" && !(await isThere(dir, asker))) throw missing();
  return list === "not_access_dirs" ? withRealPlace(dir, asker) : [real];
}
