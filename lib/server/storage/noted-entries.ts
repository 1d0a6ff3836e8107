import { z } from "zod";
import { readRows, type createNotePages } from "./note-pages";
import { joinPlace } from "./scope";

const text = z.string().nullable().default(null);

/** What a folder had beside its content, as far as its storage can tell. `xattrs`: ACLs among them, in base64; null: not known. */
const folderTraits = z.object({
  mode: z.number(),
  uid: z.number(),
  gid: z.number(),
  mtimeMs: z.number(),
  xattrs: z.array(z.tuple([z.string(), z.string()])).nullable(),
});
export type FolderTraits = z.output<typeof folderTraits>;

const movedNote = z.object({
  name: z.string(),
  as: z.string().optional(),
  id: text,
  stamp: text,
  /**
   * A folder whose content went one by one. `isMade`: where it went to a folder was made for it. `isGone`: it was empty then, and
   * removed; what it was like, if that is known.
   */
  folder: z.object({ isMade: z.boolean(), isGone: z.boolean(), like: folderTraits.nullable() }).optional(),
  /** No entry, but what was kept with one by whom: only its first place counts. */
  kept: z.object({ ownerId: z.string(), values: z.json() }).optional(),
});
type MovedNote = z.output<typeof movedNote>;
export type MovedFolder = NonNullable<MovedNote["folder"]>;

const madeNote = z.object({ name: z.string(), stamp: text });

/** Virtual paths and place ids of folders. */
type Ends = { from: string; to: string; fromPlace: string; toPlace: string };
export type MovedPair = Ends & Pick<MovedNote, "id" | "stamp" | "kept"> & { folder?: MovedFolder | undefined };

/** `as`: its name there. */
export type MovedIn = Ends & { name: string; as: string } & Pick<MovedPair, "id" | "stamp" | "folder">;

type Notes = ReturnType<typeof createNotePages>;

/** The folders of an entry that moved, and it. */
export function addMoved(notes: Notes, { from, to, fromPlace, toPlace, name, as, id, stamp, folder }: MovedIn): void {
  const note = {
    name,
    ...(as === name ? {} : { as }),
    ...(id === null ? {} : { id }),
    ...(stamp === null ? {} : { stamp }),
    ...(folder === undefined ? {} : { folder }),
  };
  notes.add([from, to, fromPlace, toPlace], note, folder === undefined);
}

/** What a folder at a place had, that is not there any more and was merged into another one. */
export function addKept(notes: Notes, { place, kept }: { place: string; kept: unknown }): void {
  const slash = place.lastIndexOf("/");
  notes.add(["", "", place.slice(0, slash) || "/", ""], { name: place.slice(slash + 1), kept }, false);
}

export function addMade(
  notes: Notes,
  made: { folder: string; place: string; name: string; stamp: string | null },
): void {
  const { folder, place, name, stamp } = made;
  notes.add([folder, place], stamp === null ? { name } : { name, stamp });
}

/** For {@link Notes.takeBack}. */
export const isMade = (name: string) => (note: unknown) => madeNote.safeParse(note).data?.name === name;

/** Folders with {@link MovedPair.folder} among them. */
export function* movedIn(text: string, order?: { isReversed: boolean }): Generator<MovedPair, void> {
  for (const { folders, note } of readRows(text, order)) {
    const { name, as = name, ...noted } = movedNote.parse(note);
    const [from = "", to = "", fromPlace = "", toPlace = ""] = folders;
    yield {
      from: `${from}/${name}`,
      to: `${to}/${as}`,
      fromPlace: joinPlace(fromPlace, name),
      toPlace: joinPlace(toPlace, as),
      ...noted,
    };
  }
}

export type MadeEntry = { path: string; place: string; stamp: string | null };

export function* madeIn(text: string): Generator<MadeEntry, void> {
  for (const { folders, note } of readRows(text)) {
    const { name, stamp } = madeNote.parse(note);
    const [folder = "", place = ""] = folders;
    yield { path: `${folder}/${name}`, place: joinPlace(place, name), stamp };
  }
}
