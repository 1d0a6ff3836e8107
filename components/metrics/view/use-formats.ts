"use client";

import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ChartUnit } from "@/components/metrics/chart/chart-spec";
import { formatSize } from "@/lib/shared/units";

const secondMs = 1_000;
const dayMs = 86_400_000;
const unknown = "–";

export type Formats = {
  percent: (share: number | null | undefined) => string;
  size: (bytes: number | null | undefined) => string;
  /** Bytes per second. */
  rate: (bytes: number | null | undefined) => string;
  celsius: (value: number | null | undefined) => string;
  /** With two digits behind the point. */
  number: (value: number | null | undefined) => string;
  byUnit: Readonly<Record<ChartUnit, (value: number | null | undefined) => string>>;
  /** On an axis, as short as it can be. */
  short: Readonly<Record<ChartUnit, (value: number) => string>>;
  /** A time of a chart whose points are so far from one another. */
  time: (atMs: number, stepMs: number | null) => string;
  /** The same on its axis. */
  timeOnAxis: (atMs: number, stepMs: number) => string;
};

/** Figures and times as the user's language writes them; a dash for what is not known. */
export function useFormats(): Formats {
  const locale = useLocale();
  const t = useTranslations("metrics");
  return useMemo(() => {
    const percents = new Intl.NumberFormat(locale, {
      style: "percent",
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    });
    const roundPercents = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
    const degrees = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    const decimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    const short = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
    const write = (format: (value: number) => string) => (value: number | null | undefined) =>
      value === null || value === undefined ? unknown : format(value);
    const shortSize = (bytes: number) => formatSize(bytes, locale, "short");
    const percent = write((value) => percents.format(value));
    const rate = write((value) => t("perSecond", { size: formatSize(value, locale, "steady") }));
    const celsius = write((value) => t("celsius", { value: degrees.format(value) }));
    const size = write((value) => formatSize(value, locale));
    return {
      percent,
      size,
      rate,
      celsius,
      number: write((value) => decimals.format(value)),
      byUnit: { share: percent, bytes: size, rate, celsius },
      short: {
        share: (value) => roundPercents.format(value),
        bytes: shortSize,
        rate: shortSize,
        celsius: (value) => t("celsius", { value: short.format(value) }),
      },
      ...timesIn(locale),
    };
  }, [locale, t]);
}

function timesIn(locale: string): Pick<Formats, "time" | "timeOnAxis"> {
  const clock = new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit" });
  const seconds = new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit", second: "2-digit" });
  const day = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric" });
  const dayAndClock = new Intl.DateTimeFormat(locale, {
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
  return {
    time: (atMs, stepMs) =>
      stepMs === null ? seconds.format(atMs) : isToday(atMs) ? clock.format(atMs) : dayAndClock.format(atMs),
    timeOnAxis: (atMs, stepMs) => {
      if (stepMs >= dayMs) return day.format(atMs);
      const date = new Date(atMs);
      // Where a day begins its name says more than midnight.
      if (date.getHours() === 0 && date.getMinutes() === 0) return day.format(atMs);
      return stepMs < 60 * secondMs ? seconds.format(atMs) : clock.format(atMs);
    },
  };
}

function isToday(atMs: number): boolean {
  return new Date(atMs).toDateString() === new Date().toDateString();
}
