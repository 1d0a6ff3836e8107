import { AppError } from "@/lib/shared/errors";
import { createPace } from "@/lib/server/base/next-slice";
import { parentOf, splitVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { joinPlace, normalizePlace } from "./scope";
import type { Root } from "./storage";

/** Where a path led when it was noted (a place id). Null, of a note without it: there must be no link on the way. */
export type Pin = { path: VirtualPath; place: string | null };

/** Throws file/place-changed for a path that leads elsewhere than its pin says. `real`: where it leads. */
export type AssertPinned = (path: VirtualPath, real: string) => Promise<void>;

type Asked = { roots: readonly Root[]; pins: readonly Pin[] | undefined; real: (place: string) => Promise<string> };

/**
 * What was noted of a path and is used later, maybe with other rights, must lead where it led: somebody may have put a link on the way. Asked
 * of what was opened. Above a pin and below one the names must be those of its place; a path that has nothing to do with any is refused.
 */
export function makePins({ roots, pins, real: realOf }: Asked): AssertPinned {
  if (pins === undefined) return () => Promise.resolve();
  let expecting: Promise<Expected> | undefined;

  /** As the path itself says, without a link. */
  async function plain(path: VirtualPath): Promise<string | null> {
    const { root: id, segments } = splitVirtualPath(path);
    const place = normalizePlace(roots.find((root) => root.id === id)?.place ?? "");
    return place === null ? null : segments.reduce(joinPlace, await realOf(place));
  }

  return async (path, real) => {
    const expected = await (expecting ??= expect(pins));
    const below: string[] = [];
    for (let at: VirtualPath | null = path; at !== null; at = parentOf(at)) {
      const places = expected.get(at);
      if (places !== undefined) {
        for (const place of places)
          if (real === (place === null ? await plain(path) : below.reduceRight(joinPlace, place))) return;
        break;
      }
      below.push(at.slice(at.lastIndexOf("/") + 1));
    }
    throw new AppError("file/place-changed");
  };
}

type Expected = Map<VirtualPath, Set<string | null>>;

/** Which places the pins, and the folders above them, may be at. Others have their turn: there may be thousands of pins, each of hundreds of levels. */
async function expect(pins: readonly Pin[]): Promise<Expected> {
  const expected: Expected = new Map();
  const pace = createPace();
  for (const pin of pins) {
    for (let { path, place } = pin; ;) {
      const known = expected.get(path);
      // And so are the folders above it.
      if (known?.has(place) === true) break;
      if (known === undefined) expected.set(path, new Set([place]));
      else known.add(place);
      const [parent, above] = [parentOf(path), place === null ? null : placeAbove(path, place)];
      if (parent === null || (place !== null && above === null)) break;
      [path, place] = [parent, above];
    }
    await pace();
  }
  return expected;
}

/** Of the folder that the path is in; null where its place has another name, as behind a link, or none above. */
function placeAbove(path: VirtualPath, place: string): string | null {
  const slash = place.lastIndexOf("/");
  if (slash < 0 || place === "/" || place.slice(slash + 1) !== path.slice(path.lastIndexOf("/") + 1)) return null;
  return slash === 0 ? "/" : place.slice(0, slash);
}
