import type { TextFile } from "@/lib/contracts/text-file";
import type { Draft } from "./draft-store";

/** How a text becomes bytes. */
export type TextFormat = Pick<TextFile, "encoding" | "bom" | "eol">;

export type EditorPhase =
  | { at: "idle" }
  | { at: "saving" }
  | { at: "failed"; error: unknown }
  /** The file changed on disk while there were unsaved changes. */
  | { at: "outdated" }
  /** The file is no longer there; saving makes it again. */
  | { at: "gone" }
  /** An unsaved text of an earlier visit was found. */
  | { at: "draft"; draft: Draft }
  /** Both versions are on the screen, because saving was refused or the user asked. */
  | { at: "comparing"; theirs: TextFile };

export type EditorState = {
  /** The version that the text was made from; a save names it. Null: none, a new file is made. */
  etag: string | null;
  /** As the file is on disk. */
  disk: TextFormat;
  /** The encoding it was read in is only the likeliest of several. */
  isGuessed: boolean;
  /** As the next save writes it. */
  write: TextFormat;
  isTextDirty: boolean;
  phase: EditorPhase;
};

export type EditorEvent =
  | { type: "edited"; isTextDirty: boolean }
  | { type: "formatChosen"; write: Partial<TextFormat> }
  | { type: "saveBegun" }
  | { type: "saved"; etag: string; written: TextFormat; isTextDirty: boolean }
  | { type: "saveFailed"; error: unknown }
  | { type: "changedOnDisk" }
  | { type: "goneOnDisk" }
  | { type: "compared"; theirs: TextFile }
  /** The text on the screen is now the file's: read, reloaded, or theirs taken. */
  | { type: "loaded"; file: TextFile }
  | { type: "draftRestored"; draft: Draft }
  /** The user keeps the own text and knows the other version: the next save replaces that. */
  | { type: "rebased"; etag: string }
  | { type: "dismissed" };

const noVersion = '"none"';

export function formatOf({ encoding, bom, eol }: TextFormat): TextFormat {
  return { encoding, bom, eol };
}

export function startEditing(file: TextFile, draft: Draft | null): EditorState {
  return {
    etag: file.etag,
    disk: formatOf(file),
    isGuessed: file.guessed,
    write: formatOf(file),
    isTextDirty: false,
    phase: draft === null ? { at: "idle" } : { at: "draft", draft },
  };
}

export function isDirty({ isTextDirty, disk, write }: EditorState): boolean {
  return isTextDirty || disk.encoding !== write.encoding || disk.bom !== write.bom || disk.eol !== write.eol;
}

/** What happens to an opened text. Every way out of a conflict is an event of the user's; nothing is overwritten by itself. */
export function reduceEditor(state: EditorState, event: EditorEvent): EditorState {
  const { phase } = state;
  switch (event.type) {
    case "edited":
      return { ...state, isTextDirty: event.isTextDirty };
    case "formatChosen":
      return { ...state, write: { ...state.write, ...event.write } };
    case "saveBegun":
      return { ...state, phase: { at: "saving" } };
    case "saved":
      return {
        ...state,
        etag: event.etag,
        disk: event.written,
        isGuessed: state.isGuessed && event.written.encoding === state.disk.encoding,
        isTextDirty: event.isTextDirty,
        phase: { at: "idle" },
      };
    case "saveFailed":
      return { ...state, phase: { at: "failed", error: event.error } };
    case "changedOnDisk":
      // While it saves, the answer to the save tells; while both versions are shown, the user decides on those.
      if (phase.at === "saving" || phase.at === "comparing") return state;
      // A file that was gone and is there again: a save must not replace it unseen, so it names a version that is none.
      return { ...state, etag: state.etag ?? noVersion, phase: { at: "outdated" } };
    case "goneOnDisk":
      return phase.at === "saving" ? state : { ...state, etag: null, phase: { at: "gone" } };
    case "compared":
      return { ...state, phase: { at: "comparing", theirs: event.theirs } };
    case "loaded":
      return startEditing(event.file, null);
    case "draftRestored": {
      const { draft } = event;
      // With the version that it was made from: saving over a newer file is refused and compared.
      return { ...state, etag: draft.etag, write: formatOf(draft), isTextDirty: true, phase: { at: "idle" } };
    }
    case "rebased":
      return { ...state, etag: event.etag, phase: { at: "idle" } };
    case "dismissed":
      break;
  }
  return phase.at === "saving" ? state : { ...state, phase: { at: "idle" } };
}
