"use client";

import { useMemo } from "react";
import type { UserData } from "@/lib/contracts/user";
import type { Permission } from "@/lib/shared/permissions";
import { useCachedMe } from "./use-me";

export type Can = (permission: Permission) => boolean;

/** Spec §6: everything for root, otherwise what is in auth_list; nothing while nobody is known. */
export function permissionCheck(me: Pick<UserData, "is_root" | "auth_list"> | undefined): Can {
  const granted = new Set<Permission>(me?.auth_list);
  return (permission) => me?.is_root === true || granted.has(permission);
}

/** The permission check of the user, made once until the user's info is loaded again. */
export function useCan(): Can {
  const me = useCachedMe();
  return useMemo(() => permissionCheck(me), [me]);
}
