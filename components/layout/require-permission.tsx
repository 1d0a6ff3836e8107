"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ForbiddenState } from "@/components/ui/state/forbidden-state";
import { LoadingState } from "@/components/ui/state/loading-state";
import type { Permission } from "@/lib/shared/permissions";
import { useCan } from "./use-can";
import { useCachedMe } from "./use-me";

type Props = {
  permission: Permission;
  /** Does as well, for a part of what the page shows. */
  or?: Permission;
  children: ReactNode;
};

/** The page for who holds the permission; for everyone else which one is missing. The server enforces it. */
export function RequirePermission({ permission, or = permission, children }: Props) {
  const t = useTranslations("permissions");
  const isKnown = useCachedMe() !== undefined;
  const can = useCan();
  if (!isKnown) return <LoadingState />;
  return can(permission) || can(or) ? children : <ForbiddenState permission={t(`${permission}.name`)} />;
}
