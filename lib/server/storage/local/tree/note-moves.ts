import type { Stats } from "node:fs";
import { fileIdOf } from "@/lib/server/storage/local/sys/file-id";
import { createNotePages, type NotePages } from "@/lib/server/storage/note-pages";
import type { Noted } from "@/lib/server/storage/noted";
import { addMoved, type MovedFolder } from "@/lib/server/storage/noted-entries";
import type { Placed } from "@/lib/server/storage/placed";
import { joinPlace } from "@/lib/server/storage/scope";
import type { TreeOptions } from "@/lib/server/storage/storage";

type Folder = { real: string };
/** `stats`: as it was seen there. */
type Source = { path: string; folder: Folder; name: string; stats: Stats };
/** Where it is now, and what it was when it came there. */
type Arrived = { to: Folder; name: string; noted: Noted };

export type MoveNotes = {
  /** A folder below another that is known. */
  enter(parent: Folder, folder: Folder & { name: string }): void;
  pathOf(folder: Folder): string;
  note(from: Source, arrived: Arrived, folder?: MovedFolder): Promise<void> | undefined;
  /** The folder that one that was entered is in. */
  above(folder: Folder): Folder;
  /** Everything below went along: one entry instead of all before it. */
  noteWhole(from: Source, arrived: Arrived): Promise<void> | undefined;
  /** Null when there were too many. */
  end(): NotePages | null;
};

/** Notes what a move did, so that it can be undone, and tells of it. `into` is the folder at the virtual path `toFolder`. */
export function noteMoves(into: Folder, toFolder: string, { onPlaced }: Pick<TreeOptions, "onPlaced">): MoveNotes {
  const paths = new WeakMap<Folder, string>([[into, toFolder]]);
  const parents = new WeakMap<Folder, Folder>();
  let notes = createNotePages();
  const pathOf = (folder: Folder) => paths.get(folder) ?? toFolder;

  // Of the folders that were open: by now their names may lead elsewhere.
  function add(source: Source, { to, name, noted }: Arrived, folder?: MovedFolder): void {
    addMoved(notes, {
      from: source.path.slice(0, source.path.lastIndexOf("/")),
      to: pathOf(to),
      fromPlace: source.folder.real,
      toPlace: to.real,
      name: source.name,
      as: name,
      ...noted,
      folder,
    });
  }

  function tell(source: Source, { to, name, noted }: Arrived, folder?: Placed["folder"]) {
    const id = fileIdOf(source.stats);
    return onPlaced?.({
      fromPlace: joinPlace(source.folder.real, source.name),
      toPlace: joinPlace(to.real, name),
      id,
      ...(noted.id === id ? {} : { becomes: noted.id }),
      ...(folder === undefined ? {} : { folder }),
    });
  }

  return {
    pathOf,
    note(source, arrived, folder) {
      add(source, arrived, folder);
      if (folder === undefined) return tell(source, arrived);
      return folder.isGone ? tell(source, arrived, folder.isMade ? "made" : "merged") : undefined;
    },
    enter(parent, folder) {
      paths.set(folder, `${pathOf(parent)}/${folder.name}`);
      parents.set(folder, parent);
    },
    above: (folder) => parents.get(folder) ?? into,
    noteWhole(from, arrived) {
      notes = createNotePages();
      add(from, arrived);
      return tell(from, arrived, "made");
    },
    end: () => notes.end(),
  };
}
