import type { VirtualPath } from "@/lib/shared/paths";
import { joinRest } from "./scope";
import type { TreeOptions } from "./storage";

/** More than these cannot be undone in one go. */
const maxNotes = 10_000;

/** `isInMade`: below a folder that was made as well. */
type Note = { from: string; to: string; isInMade: boolean };

type Told = {
  isMove: boolean;
  options: Pick<TreeOptions, "onMoved" | "onCopied">;
  from: VirtualPath;
  toFolder: VirtualPath;
  /** Their places. */
  own: string;
  into: string;
};

/** Notes what went where from one storage to another, so that it can be undone. */
export function noteTransfer() {
  const notes: Note[] = [];
  return {
    note: (one: Note): void => void notes.push(one),
    /** A folder that was made is not there any more. */
    takeBack(to: string): void {
      const at = notes.findLastIndex((one) => one.to === to);
      if (at >= 0) notes.splice(at, 1);
    },
    tell({ isMove, options: { onMoved, onCopied }, own, into, ...ends }: Told): void {
      // No link is followed on the way down.
      const placeFrom = (path: string) => joinRest(own, path.slice(ends.from.length));
      const placeIn = (path: string) => joinRest(into, path.slice(ends.toFolder.length));
      const pairOf = ({ from, to }: Note) => ({ from, to, fromPlace: placeFrom(from), toPlace: placeIn(to) });
      if (isMove) onMoved?.(notes.length > maxNotes ? [] : notes.map(pairOf));
      const made = notes.filter(({ isInMade }) => !isInMade).map(({ to }) => ({ path: to, place: placeIn(to) }));
      if (!isMove) onCopied?.(made.length > maxNotes ? null : made);
    },
  };
}
