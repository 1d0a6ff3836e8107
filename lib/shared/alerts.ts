import { parseMetricKey } from "./metrics";

/** What a figure is measured in; `state`: it is so or not. */
export type AlertUnit = "share" | "number" | "celsius" | "rate" | "state";

type Measure = {
  unit: AlertUnit;
  /** Of the figures of lib/shared/metrics.ts: those of this kind and field. */
  kind: string;
  field: string;
  /** Each part of the machine has one, by its name; without it there is one alone. */
  hasParts: boolean;
};

const one = (unit: AlertUnit, kind: string, field: string) => ({ unit, kind, field, hasParts: false }) as const;
const each = (unit: AlertUnit, kind: string, field: string) => ({ unit, kind, field, hasParts: true }) as const;

/** What rules can be about. `memory` and `swap` are the shares of what there is. */
export const alertMeasures = {
  cpu: one("share", "cpu", "busy"),
  load: one("number", "load", "1"),
  memory: one("share", "memory", "used"),
  swap: one("share", "swap", "used"),
  pressureCpu: one("share", "pressure", "cpu"),
  pressureMemory: one("share", "pressure", "memory"),
  pressureIo: one("share", "pressure", "io"),
  space: each("share", "fs", "used"),
  inodes: each("share", "fs", "inodes"),
  temperature: each("celsius", "temperature", "celsius"),
  diskBusy: each("share", "disk", "busy"),
  diskRead: each("rate", "disk", "read"),
  diskWritten: each("rate", "disk", "written"),
  received: each("rate", "net", "received"),
  sent: each("rate", "net", "sent"),
  containerStopped: each("state", "container", "stopped"),
  containerUnhealthy: each("state", "container", "unhealthy"),
  containerRestarting: each("state", "container", "restarting"),
  unitFailed: each("state", "unit", "failed"),
  unitRestarting: each("state", "unit", "restarting"),
} as const satisfies Record<string, Measure>;

export type AlertMetric = keyof typeof alertMeasures;
export const alertMetrics = Object.keys(alertMeasures) as [AlertMetric, ...AlertMetric[]]; // never empty: a literal table

export function isAlertMetric(text: unknown): text is AlertMetric {
  return typeof text === "string" && Object.hasOwn(alertMeasures, text);
}

export const comparisons = ["above", "below"] as const;
export type Comparison = (typeof comparisons)[number];

/** What a rule says of when it fires; the rest is about who is told. */
export type Condition = {
  metric: AlertMetric;
  /** The part of the machine, such as a mount point; null: each of them. */
  subject: string | null;
  comparison: Comparison;
  threshold: number;
  /** How long it must hold before anybody is told. */
  forSeconds: number;
};

/** The part of the machine that a figure is of, if it is one that the condition is about; "" for the machine as a whole; null: it is another. */
export function subjectOf({ metric, subject }: Pick<Condition, "metric" | "subject">, key: string): string | null {
  const { kind, field, hasParts } = alertMeasures[metric];
  const parsed = parseMetricKey(key);
  if (parsed.kind !== kind || parsed.field !== field || (parsed.name !== null) !== hasParts) return null;
  const name = parsed.name ?? "";
  return subject === null || subject === name ? name : null;
}

export const maxAlertRules = 100;
/** Parts that one rule watches at once. */
export const maxAlertSubjects = 200;
/** That are over, in the list and for how long. */
export const maxPastAlerts = 200;
export const pastAlertDays = 30;
/** Of one answer about what charts mark. */
export const maxAlertMarks = 500;

/** How a value is written. */
export function formatAlertValue(value: number, unit: AlertUnit, locale: string): string {
  const format = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options).format(value);
  switch (unit) {
    case "share":
      return format({ style: "percent", maximumFractionDigits: value < 0.1 ? 1 : 0 });
    case "celsius":
      return format({ style: "unit", unit: "celsius", maximumFractionDigits: 0 });
    case "rate":
      return new Intl.NumberFormat(locale, {
        style: "unit",
        unit: "megabyte-per-second",
        maximumFractionDigits: value < 10 * 1024 * 1024 ? 1 : 0,
      }).format(value / 1024 / 1024);
    case "number":
      return format({ maximumFractionDigits: 2 });
    case "state":
      return "";
    default:
      return unit satisfies never;
  }
}
