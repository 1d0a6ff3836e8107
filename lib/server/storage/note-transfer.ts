import type { TreeOptions } from "./storage";

/** More than these cannot be undone in one go. */
const maxNotes = 10_000;

/** `isInMade`: below a folder that was made as well. */
type Note = { from: string; to: string; isInMade: boolean };

type Told = { isMove: boolean; options: Pick<TreeOptions, "onMoved" | "onCopied"> };

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
    tell({ isMove, options: { onMoved, onCopied } }: Told): void {
      if (isMove) onMoved?.(notes.length > maxNotes ? [] : notes.map(({ from, to }) => ({ from, to })));
      const made = notes.filter(({ isInMade }) => !isInMade).map(({ to }) => to);
      if (!isMove) onCopied?.(made.length > maxNotes ? null : made);
    },
  };
}
