import { nameOf, parentOf, type VirtualPath } from "@/lib/shared/paths";
import { createNotePages } from "./note-pages";
import { createNoteSet, keyOf } from "./note-set";
import type { Noted } from "./noted";
import { addMade, addMoved, isMade, type MovedFolder } from "./noted-entries";
import type { Placed } from "./placed";
import { joinPlace, joinRest } from "./scope";
import type { TreeOptions } from "./storage";

type Paths = { from: VirtualPath; to: VirtualPath };
/** `isInMade`: below a folder that was made as well. */
type Note = Paths & { noted: Noted; was?: Noted["id"] | undefined; isInMade: boolean };

type Ends = {
  from: VirtualPath;
  toFolder: VirtualPath;
  /** Their places. */
  own: string;
  into: string;
};
type Told = Pick<TreeOptions, "onMoved" | "onCopied" | "onPlaced">;

/** Notes what went where from one storage to another, so that it can be undone, and tells of it. */
export function noteTransfer(isMove: boolean, ends: Ends, { onMoved, onCopied, onPlaced }: Told) {
  const notes = createNotePages();
  const below = createNoteSet();
  const [fromTop, ownTop] = [parentOf(ends.from) ?? "", ends.own.slice(0, ends.own.lastIndexOf("/")) || "/"];
  // No link is followed on the way down.
  const placeFrom = (folder: string) => joinRest(ownTop, folder.slice(fromTop.length));
  const placeIn = (folder: string) => joinRest(ends.into, folder.slice(ends.toFolder.length));
  const folderOf = (path: VirtualPath) => parentOf(path) ?? "";

  function noteMoved(paths: Paths, noted: Noted, folder?: MovedFolder): void {
    const [from, to] = [folderOf(paths.from), folderOf(paths.to)];
    const ends = { from, to, fromPlace: placeFrom(from), toPlace: placeIn(to) };
    addMoved(notes, { ...ends, name: nameOf(paths.from), as: nameOf(paths.to), ...noted, folder });
  }

  const placed = (paths: Paths, told: Omit<Placed, "fromPlace" | "toPlace">) =>
    onPlaced?.({
      fromPlace: joinPlace(placeFrom(folderOf(paths.from)), nameOf(paths.from)),
      toPlace: joinPlace(placeIn(folderOf(paths.to)), nameOf(paths.to)),
      ...told,
    });

  return {
    note({ from, to, noted, was, isInMade }: Note): Promise<void> | undefined {
      if (isMove) {
        noteMoved({ from, to }, noted);
        return placed({ from, to }, was === undefined ? { id: noted.id } : { id: was, becomes: noted.id });
      }
      if (isInMade) {
        below.note(keyOf(to), noted.stamp);
        return undefined;
      }
      addMade(notes, { folder: folderOf(to), place: placeIn(folderOf(to)), name: nameOf(to), stamp: noted.stamp });
      return undefined;
    },
    /** One of a move, whose content went one by one. */
    noteFolder(paths: Paths, { isMade: isNew, isGone, like }: MovedFolder): Promise<void> | undefined {
      const folder = { isMade: isNew, isGone, like: isGone ? like : null };
      if (isNew || isGone) noteMoved(paths, { id: null, stamp: null }, folder);
      return isGone ? placed(paths, { folder: isNew ? "made" : "merged" }) : undefined;
    },
    /** A folder that a copy made is not there any more. */
    takeBack(to: VirtualPath): void {
      if (!isMove) notes.takeBack(folderOf(to), isMade(nameOf(to)));
    },
    tell(): void {
      if (isMove) return onMoved?.(notes.end());
      const digests = below.digests();
      onCopied?.(digests === null ? null : notes.end(), digests ?? new Uint8Array());
    },
  };
}
