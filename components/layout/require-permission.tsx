"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ForbiddenState } from "@/components/ui/state/forbidden-state";
import { LoadingState } from "@/components/ui/state/loading-state";
import type { Permission } from "@/lib/shared/permissions";
import { useCan } from "./use-can";
import { useCachedMe } from "./use-me";

/** The page for who holds the permission; for everyone else which one is missing. The server enforces it. */
export function RequirePermission({ permission, children }: { permission: Permission; children: ReactNode }) {
  const t = useTranslations("permissions");
  const isKnown = useCachedMe() !== undefined;
  const can = useCan();
  if (!isKnown) return <LoadingState />;
  return can(permission) ? children : <ForbiddenState permission={t(`${permission}.name`)} />;
}
