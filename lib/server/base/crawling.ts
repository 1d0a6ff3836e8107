/** Somebody's bytes on their way. */
export type Flow = {
  /** So many until now; null while it is not they who hold it up. */
  movedBytes: () => number | null;
  cut: () => void;
};
type Held = { flow: Flow; seen: { ms: number; bytes: number } | null };

/**
 * Looks, between `begin` and `end`, which is while others wait, at those who hold a place: whoever moves less than `bytes` in `ms` and
 * has what one of the others needs (`isWanted`) is cut off.
 */
export function createCrawlWatch<Place extends object>(
  { bytes: leastBytes, ms }: { bytes: number; ms: number },
  isWanted: (place: Place) => boolean,
) {
  const places = new Map<Place, Held>();
  let timer: ReturnType<typeof setInterval> | undefined;

  function look(): void {
    for (const [place, held] of places) {
      const { flow, seen } = held;
      const bytes = flow.movedBytes();
      const nowMs = performance.now();
      if (bytes === null) held.seen = null;
      else if (seen === null || bytes - seen.bytes >= leastBytes) held.seen = { ms: nowMs, bytes };
      else if (nowMs - seen.ms >= ms && isWanted(place)) {
        held.seen = null;
        flow.cut();
      }
    }
  }

  return {
    add: (place: Place, flow: Flow): void => void places.set(place, { flow, seen: null }),
    remove: (place: Place): void => void places.delete(place),
    begin(): void {
      timer ??= setInterval(look, ms / 3).unref();
    },
    end(): void {
      clearInterval(timer);
      timer = undefined;
      for (const held of places.values()) held.seen = null;
    },
  };
}
