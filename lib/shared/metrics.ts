/**
 * Names of figures, `<kind>/<field>` for the whole machine and `<kind>/<name>/<field>` for a part of it: `cpu/busy`, `net/eth0/sent`,
 * `fs//srv/used`. Shares are from 0 to 1, amounts in bytes, rates in bytes per second, temperatures in °C.
 */
export type MetricKey = { kind: string; name: string | null; field: string };

export function metricKey(kind: string, field: string, name?: string): string {
  return name === undefined ? `${kind}/${field}` : `${kind}/${name}/${field}`;
}

export function parseMetricKey(key: string): MetricKey {
  const [first, last] = [key.indexOf("/"), key.lastIndexOf("/")];
  return {
    kind: key.slice(0, first),
    name: first === last ? null : key.slice(first + 1, last),
    field: key.slice(last + 1),
  };
}

/** What is drawn live, and kept in memory for whoever opens the page. */
export const liveSpanMs = 300_000;
/** Of one answer about the past. */
export const maxHistoryPoints = 500;
export const historyDays = 30;
/** Of the kept figures: minutes, and what those are put together to for long ranges. */
export const minuteMs = 60_000;
export const quarterMinutes = 15;
