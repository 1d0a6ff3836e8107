"use client";

import { useState } from "react";
import { useCan } from "@/components/layout/use-can";
import { useCachedMe } from "@/components/layout/use-me";
import type { SettingPlace, SettingSection } from "@/components/registry/feature";
import { useFeatures } from "@/components/registry/use-features";

/** The sections that the user may change, in their order. */
export function useSections(): SettingSection[] {
  const can = useCan();
  const isRoot = useCachedMe()?.is_root === true;
  return useFeatures()
    .flatMap(({ settingSections = [] }) => settingSections)
    .filter(({ permission, rootOnly }) => (isRoot || rootOnly !== true) && [permission].flat().some(can))
    .sort((a, b) => a.order - b.order);
}

/** What the user may set on other pages. */
export function useSettingPlaces(): SettingPlace[] {
  const can = useCan();
  return useFeatures()
    .flatMap(({ settingPlaces = [] }) => settingPlaces)
    .filter(({ isShown }) => isShown(can));
}

/** What is shown and what was: a section that goes out of sight keeps what was typed there. */
export function useMounted(shown: readonly SettingSection[]): ReadonlySet<string> {
  const [mounted, setMounted] = useState<ReadonlySet<string>>(new Set());
  const fresh = shown.filter(({ id }) => !mounted.has(id));
  if (fresh.length === 0) return mounted;
  const next = new Set([...mounted, ...fresh.map(({ id }) => id)]);
  setMounted(next);
  return next;
}
