import { joinPlace } from "@/lib/server/storage/scope";
import type { MovedPair } from "@/lib/server/storage/storage";

/** More than this cannot be undone in one go. */
const maxPairs = 10_000;

type Folder = { real: string };
type Source = { path: string; folder: Folder; name: string };

export type MoveNotes = {
  /** A folder below another that is known. */
  enter(parent: Folder, folder: Folder & { name: string }): void;
  pathOf(folder: Folder): string;
  note(from: Source, to: Folder, name: string): void;
  /** Everything below went along: one pair instead of all before it. */
  noteWhole(from: Source, to: Folder, name: string): void;
  /** None when there were too many. */
  pairs(): readonly MovedPair[];
};

/** Notes what a move did, so that it can be undone. `into` is the folder at the virtual path `toFolder`. */
export function noteMoves(into: Folder, toFolder: string): MoveNotes {
  const paths = new WeakMap<Folder, string>([[into, toFolder]]);
  let pairs: MovedPair[] = [];
  let isTooMany = false;
  const pathOf = (folder: Folder) => paths.get(folder) ?? toFolder;
  const pathIn = (folder: Folder, name: string) => `${pathOf(folder)}/${name}`;
  // Of the folders that were open: by now their names may lead elsewhere.
  const pairOf = (from: Source, to: Folder, name: string): MovedPair => ({
    from: from.path,
    to: pathIn(to, name),
    fromPlace: joinPlace(from.folder.real, from.name),
    toPlace: joinPlace(to.real, name),
  });
  return {
    pathOf,
    enter(parent, folder) {
      paths.set(folder, pathIn(parent, folder.name));
    },
    note(from, to, name) {
      if (pairs.length >= maxPairs) isTooMany = true;
      else pairs.push(pairOf(from, to, name));
    },
    noteWhole(from, to, name) {
      isTooMany = false;
      pairs = [pairOf(from, to, name)];
    },
    pairs: () => (isTooMany ? [] : pairs),
  };
}
