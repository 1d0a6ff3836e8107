"use client";

import { useFormatter } from "next-intl";
import { useClock } from "@/components/layout/use-clock";

/** Since when, in words that are right as long as they are shown. `at`: in ms since 1970. */
export function Ago({ at }: { at: number }) {
  const format = useFormatter();
  const text = useClock((nowMs) => format.relativeTime(at, Math.max(nowMs, at)));
  return (
    <time
      dateTime={new Date(at).toISOString()}
      data-tip={format.dateTime(at, { dateStyle: "medium", timeStyle: "medium" })}
    >
      {text}
    </time>
  );
}
