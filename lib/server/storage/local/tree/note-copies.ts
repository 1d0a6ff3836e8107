import { createNotePages } from "@/lib/server/storage/note-pages";
import { createNoteSet, keyIn, keyOf, type PathKey } from "@/lib/server/storage/note-set";
import { madeFolder } from "@/lib/server/storage/noted";
import { addMade, isMade } from "@/lib/server/storage/noted-entries";
import type { TreeOptions } from "@/lib/server/storage/storage";

type Folder = { real: string };
/** `name`: in the folder at `above`. */
type Known = { path: string; key: PathKey; isMade: boolean; above: string; name: string };

export type CopyNotes = {
  /** A folder below another that is known; `made`: by the copy. */
  enter(parent: Folder, folder: Folder & { name: string; made: object | null }): void;
  /** `stamp`: as it was when it got its name. */
  note(folder: Folder, name: string, stamp: string | null): void;
  /** One that was entered is not there any more. */
  takeBack(folder: Folder): void;
  /** What {@link TreeOptions.onCopied} is told. */
  tell(onCopied: TreeOptions["onCopied"]): void;
};

/** Notes what a copy made, so that it can be undone; a folder that it made stands for what is in it. `into` is at `toFolder`. */
export function noteCopies(into: Folder, toFolder: string): CopyNotes {
  const top: Known = { path: toFolder, key: keyOf(toFolder), isMade: false, above: "", name: "" };
  const known = new WeakMap<Folder, Known>([[into, top]]);
  const made = createNotePages();
  const below = createNoteSet();

  function note(folder: Folder, name: string, stamp: string | null): void {
    const { path, key, isMade: isBelow } = known.get(folder) ?? top;
    if (isBelow) below.note(keyIn(key, name), stamp);
    else addMade(made, { folder: path, place: folder.real, name, stamp });
  }

  return {
    note,
    enter(parent, folder) {
      const { path, key, isMade: isBelow } = known.get(parent) ?? top;
      if (folder.made !== null) note(parent, folder.name, madeFolder);
      known.set(folder, {
        path: `${path}/${folder.name}`,
        key: keyIn(key, folder.name),
        isMade: isBelow || folder.made !== null,
        above: path,
        name: folder.name,
      });
    },
    takeBack(folder) {
      const { above, name } = known.get(folder) ?? top;
      made.takeBack(above, isMade(name));
    },
    tell(onCopied) {
      const digests = below.digests();
      onCopied?.(digests === null ? null : made.end(), digests ?? new Uint8Array());
    },
  };
}
