"use client";

import { useFormatter } from "next-intl";

/** Writes a day in the reader's language. */
export function useDateText(): (atMs: number) => string {
  const format = useFormatter();
  return (atMs) => format.dateTime(atMs, { dateStyle: "medium" });
}
