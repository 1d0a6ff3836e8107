"use client";

import { RequirePermission } from "@/components/layout/require-permission";
import { useFeatures } from "./use-features";

/** The page that some feature has declared for the address. */
export function FeaturePage({ path }: { path: string }) {
  const found = useFeatures()
    .flatMap(({ pages = [] }) => pages)
    .find((one) => one.path === path);
  if (found === undefined) throw new Error(`No feature has the page ${path}`);
  const { permission, Screen } = found;
  return permission === null ? <Screen /> : <RequirePermission permission={permission}>{<Screen />}</RequirePermission>;
}
