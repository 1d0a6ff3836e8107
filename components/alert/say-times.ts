import type { useTranslations } from "next-intl";

const dayMinutes = 1440;
/** Those of the preview. */
const allDays = 7;

type Found = { times: number | null; seconds: number; known_minutes: number };

/** "Would have fired once, 5 min in all, in the last 18 minutes, all there is so far". */
export function sayTimes(t: ReturnType<typeof useTranslations<"alert.preview">>, found: Found): string {
  const { unit, count } = spanOf(found.known_minutes);
  const span = t(`spans.${unit}`, { count });
  const text = t("times", { times: found.times ?? 0, minutes: Math.round(found.seconds / 60), span });
  return unit === "days" && count >= allDays ? text : t("soFar", { text });
}

function spanOf(minutes: number): { unit: "minutes" | "hours" | "days"; count: number } {
  if (minutes < 60) return { unit: "minutes", count: minutes };
  if (minutes < dayMinutes) return { unit: "hours", count: Math.round(minutes / 60) };
  return { unit: "days", count: Math.round(minutes / dayMinutes) };
}
