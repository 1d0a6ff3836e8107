"use client";

import { useFormatter, useNow } from "next-intl";

/** Since when, in words that are right for a minute. `at`: in ms since 1970. */
export function Ago({ at }: { at: number }) {
  const format = useFormatter();
  const now = useNow({ updateInterval: 60_000 });
  return (
    <time
      dateTime={new Date(at).toISOString()}
      data-tip={format.dateTime(at, { dateStyle: "medium", timeStyle: "medium" })}
    >
      {format.relativeTime(at, Math.max(now.getTime(), at))}
    </time>
  );
}
