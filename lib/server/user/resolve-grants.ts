import type { Grants, SomeGrants } from "@/lib/server/session/grants";
import { resolveScope } from "@/lib/server/storage/local/real-dirs";

/** Grants as typed → as stored: links in the folders are followed now, while somebody who may grant looks at them. */
export async function resolveGrants(grants: SomeGrants): Promise<Partial<Grants>> {
  const {
    access_dirs: accessDirs,
    only_read_dirs: readOnlyDirs,
    not_access_dirs: denyDirs,
    auth_list: authList,
  } = grants;
  const scope = await resolveScope({
    accessDirs: accessDirs ?? [],
    readOnlyDirs: readOnlyDirs ?? [],
    denyDirs: denyDirs ?? [],
  });
  return {
    ...(accessDirs === undefined ? {} : { access_dirs: scope.accessDirs }),
    ...(readOnlyDirs === undefined ? {} : { only_read_dirs: scope.readOnlyDirs }),
    ...(denyDirs === undefined ? {} : { not_access_dirs: scope.denyDirs }),
    ...(authList === undefined ? {} : { auth_list: authList }),
  };
}
