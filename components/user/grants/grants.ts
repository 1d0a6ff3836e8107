import type { ContainerRule } from "@/lib/shared/container-rules";
import type { Permission } from "@/lib/shared/permissions";

/** What a role gives, or a user has beside the role. */
export type Grants = {
  access_dirs: string[];
  only_read_dirs: string[];
  not_access_dirs: string[];
  auth_list: Permission[];
  quota_bytes: number | null;
  containers: ContainerRule[];
};

export const noGrants: Grants = {
  access_dirs: [],
  only_read_dirs: [],
  not_access_dirs: [],
  auth_list: [],
  quota_bytes: null,
  containers: [],
};

/** Alone, of a role or a user. */
export function grantsOf(one: Grants): Grants {
  const { access_dirs, only_read_dirs, not_access_dirs, auth_list, quota_bytes, containers } = one;
  return { access_dirs, only_read_dirs, not_access_dirs, auth_list, quota_bytes, containers };
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
