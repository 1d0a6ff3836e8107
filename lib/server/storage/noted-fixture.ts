import type { NotePages } from "./note-pages";
import { madeIn, movedIn, type MadeEntry, type MovedPair } from "./noted-entries";

/** What a move has told, but for folders whose content went one by one; null: too many. */
export function movedOf(moved: NotePages | null): MovedPair[] | null {
  return moved && moved.pages.flatMap((page) => [...movedIn(page)].filter(({ folder }) => folder === undefined));
}

/** What a copy has told. */
export function madeOf(made: NotePages | null): MadeEntry[] | null {
  return made && made.pages.flatMap((page) => [...madeIn(page)]);
}
