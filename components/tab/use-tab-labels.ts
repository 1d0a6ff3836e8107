"use client";

import { useTranslations } from "next-intl";
import { use, useMemo } from "react";
import { useRoots } from "@/components/domain/entry/use-roots";
import { NavItemsContext } from "@/components/layout/nav-item";
import { useNavText } from "@/components/layout/use-nav-text";
import type { Tab } from "@/lib/shared/tabs";
import { labelsOf, type TabLabel } from "./tab-label";

export function useTabLabels(tabs: readonly Tab[]): readonly TabLabel[] {
  const t = useTranslations("layout.nav");
  const textOf = useNavText();
  const items = use(NavItemsContext);
  const roots = useRoots().data;
  return useMemo(
    () =>
      labelsOf(tabs, {
        navNames: new Map(items.map(({ href, label }) => [href, textOf(label)])),
        rootNames: new Map((roots ?? []).map(({ id, note }) => [id, note])),
        filesName: t("files"),
      }),
    [tabs, items, roots, t, textOf],
  );
}
