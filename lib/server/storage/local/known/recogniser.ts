import { limits } from "@/lib/server/base/limits";
import { toFsPath } from "@/lib/server/storage/local/sys/fs-path";
import { sys } from "@/lib/server/storage/local/sys/sys";
import type { KnownNumbers, KnownPlaces, Moved } from "@/lib/server/storage/known-places";
import { placeIdOf } from "@/lib/server/storage/local/sys/file-id";

/** How long another name holds at the least. */
const keptMs = 10_000;

type Recogniser = KnownPlaces & {
  meetId(id: string, realPath: string): boolean;
  learn(id: string, place: string): void;
  forget(id: string, place: string): void;
  note(moved: Moved): void;
  forgetMoved(place: string): void;
  /** Forgets other names of a place under which something else lies by now. */
  checkMoved(place: string, ids: readonly string[]): Promise<void>;
  numbers(): KnownNumbers;
};

/** Which numbers are those of which places, and under which other names they were met. `isNew`: it was met where nobody knew it to be. */
export function createRecogniser(isNew: (place: string) => void, given?: KnownNumbers): Recogniser {
  const byId = new Map(given?.ids.map(([id, places]) => [id, new Set(places)]));
  let moved: readonly Moved[] = given?.moved ?? [];
  const notedAtMs = new WeakMap<Moved, number>();

  function note({ from, to }: Moved): boolean {
    if (moved.some((one) => one.from === from && one.to === to)) return false;
    const noted = { from, to };
    moved = [...moved, noted].slice(-limits.knownPlaces.moved);
    notedAtMs.set(noted, performance.now());
    return true;
  }

  function meetId(id: string, path: string): boolean {
    const places = byId.get(id);
    if (places === undefined) return false;
    for (const from of places) if (from !== path && note({ from, to: path })) isNew(from);
    return true;
  }

  return {
    get moved() {
      return moved;
    },
    meetId,
    meet: (found, path) => meetId(placeIdOf(found), path),
    learn(id, place) {
      const places = byId.get(id) ?? new Set();
      byId.set(id, places.add(place));
    },
    forget(id, place) {
      const places = byId.get(id);
      places?.delete(place);
      if (places?.size === 0) byId.delete(id);
    },
    note: (one) => void note(one),
    forgetMoved(place) {
      moved = moved.filter(({ from }) => from !== place);
    },
    async checkMoved(place, ids) {
      for (const one of moved.filter(({ from }) => from === place)) {
        // Whoever was told of it just now is about to be judged by it.
        if ((notedAtMs.get(one) ?? 0) + keptMs > performance.now()) continue;
        const stats = await sys.statBigIfAny(toFsPath(one.to)).catch(() => null);
        if (stats === null || !ids.includes(placeIdOf(stats))) moved = moved.filter((other) => other !== one);
      }
    },
    numbers: () => ({ ids: [...byId].map(([id, places]) => [id, [...places]]), moved: [...moved] }),
  };
}
