import { countOf, parseShow } from "@/lib/server/systemd/parse-show";

/** So many restarts within so long are again and again: Docker waits a minute at most between two, units usually some seconds. */
const manyRestarts = 3;
const withinMs = 10 * 60_000;

/** How often something was restarted by what watches over it, and whether that waits to do it once more. */
export type Restarts = { count: number; isWaiting: boolean };

/** Keeps what was seen at each look, and tells who is restarted again and again: by what counts were ten minutes ago, not by what they have come to in a year. */
export function createRestartWatch() {
  let known = new Map<string, { atMs: number; count: number }[]>();

  return function again(seen: ReadonlyMap<string, Restarts>, nowMs: number): ReadonlySet<string> {
    const found = new Set<string>();
    const next: typeof known = new Map();
    for (const [id, { count, isWaiting }] of seen) {
      const before = (known.get(id) ?? []).filter((one) => nowMs - one.atMs <= withinMs);
      // A smaller one: somebody has started it anew, and it is counted from there.
      const since = before.some((one) => one.count > count) ? [{ atMs: nowMs, count: 0 }] : before;
      // Of one that is new here nothing is known but that it waits.
      const least = Math.min(...since.map((one) => one.count), isWaiting && since.length === 0 ? 0 : count);
      if (count - least >= manyRestarts) found.add(id);
      // One that waits when it is seen first has not begun now.
      next.set(id, [...since, { atMs: nowMs, count: since.length === 0 ? least : count }]);
    }
    known = next;
    return found;
  };
}

/** What `systemctl show --property=Id,NRestarts,SubState` says of units. */
export function unitRestarts(said: string): ReadonlyMap<string, Restarts> {
  return new Map(
    parseShow(said).flatMap((unit): [string, Restarts][] => {
      const id = unit.get("Id");
      const count = countOf(unit, "NRestarts");
      const sub = unit.get("SubState") ?? "";
      return id === undefined || count === null || count === 0
        ? []
        : [[id, { count, isWaiting: sub.startsWith("auto-restart") }]];
    }),
  );
}
