import type { Permission } from "@/lib/shared/permissions";

/** What a role gives, or a user has beside the role. */
export type Grants = {
  access_dirs: string[];
  only_read_dirs: string[];
  not_access_dirs: string[];
  auth_list: Permission[];
  quota_bytes: number | null;
};

export const noGrants: Grants = {
  access_dirs: [],
  only_read_dirs: [],
  not_access_dirs: [],
  auth_list: [],
  quota_bytes: null,
};

export function grantsOf({ access_dirs, only_read_dirs, not_access_dirs, auth_list, quota_bytes }: Grants): Grants {
  return { access_dirs, only_read_dirs, not_access_dirs, auth_list, quota_bytes };
}

/** The list with the permissions added or taken away, in its old order. */
export function withPermissions(
  list: readonly Permission[],
  changed: readonly Permission[],
  isOn: boolean,
): Permission[] {
  const others = list.filter((name) => !changed.includes(name));
  return isOn ? [...others, ...changed] : others;
}
