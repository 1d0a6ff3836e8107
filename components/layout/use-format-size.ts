"use client";

import { useLocale } from "next-intl";
import { useCallback } from "react";
import { formatSize } from "@/lib/shared/units";

export type FormatSize = (sizeBytes: number) => string;

/** Sizes as the user's language writes numbers. */
export function useFormatSize(): FormatSize {
  const locale = useLocale();
  return useCallback((sizeBytes) => formatSize(sizeBytes, locale), [locale]);
}
