"use client";

import { useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from "react";
import { api } from "@/lib/client/call";
import type { FileEntry } from "@/lib/contracts/file";
import type { TextFile } from "@/lib/contracts/text-file";
import { isAppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import type { Draft, DraftStore } from "./draft-store";
import type { EditedDocument } from "./edited-document";
import { formatOf, isDirty, reduceEditor, startEditing, type TextFormat } from "./editor-state";
import { restoreMixedEol, toLf } from "@/lib/shared/line-ends";
import { parkDraft, parkedDraft, unparkDraft } from "./parked-drafts";
import { readText } from "./read-text";
import { useDraft } from "./use-draft";

type Options = { path: VirtualPath; file: TextFile; entry: FileEntry; isGone: boolean; drafts: DraftStore };

/** An opened file: what is on the screen, what is on disk, and everything that may happen between them. */
export function useEditorSession({ path, file, entry, isGone, drafts }: Options) {
  const [parked] = useState(() => parkedDraft(path));
  const [found] = useState(() => (parked === null ? draftFor(file, drafts.read(path)) : null));
  const [state, dispatch] = useReducer(reduceEditor, null, () => startEditing(file, found));
  const [document, setDocument] = useState<EditedDocument | null>(null);
  const clean = useRef<{ version: number | string; text: string }>({ version: 0, text: file.context });
  const isUnsaved = isDirty(state);
  const draft = useDraft({ path, drafts, document, state, isOn: isUnsaved });

  /** Keys may come before the next drawing: what they find must be what is there. */
  const shown = useRef<EditedDocument | null>(null);
  const attach = useCallback((next: EditedDocument) => {
    clean.current = { version: next.version(), text: clean.current.text };
    shown.current = next;
    setDocument(next);
  }, []);
  const hasTyped = () => shown.current !== null && shown.current.version() !== clean.current.version;

  useEffect(() => {
    if (document === null) return undefined;
    const look = () => dispatch({ type: "edited", isTextDirty: document.version() !== clean.current.version });
    // What was typed before anybody listened.
    if (document.version() !== clean.current.version) look();
    return document.onChange(look);
  }, [document]);

  const restore = (kept: Draft) => {
    document?.show(kept.text);
    dispatch({ type: "draftRestored", draft: kept });
  };
  const bringBack = useEffectEvent(() => {
    if (parked === null) return;
    restore(parked);
    unparkDraft(path);
  });
  useEffect(() => {
    if (document !== null) bringBack();
  }, [document]);

  const load = (theirs: TextFile) => {
    document?.show(theirs.context);
    clean.current = { version: document?.version() ?? 0, text: theirs.context };
    drafts.drop(path);
    dispatch({ type: "loaded", file: theirs });
  };

  const compare = async () => {
    try {
      dispatch({ type: "compared", theirs: await readText(path, { encoding: state.disk.encoding }) });
    } catch (error) {
      if (isAppError(error) && error.key === "file/not-found") dispatch({ type: "goneOnDisk" });
      else dispatch({ type: "saveFailed", error });
    }
  };

  const save = async (etag: string | null = state.etag, write: TextFormat = state.write): Promise<boolean> => {
    const edits = shown.current;
    if (edits === null || state.phase.at === "saving") return false;
    const edited = edits.text();
    const version = edits.version();
    const context = write.eol === "mixed" ? restoreMixedEol(clean.current.text, edited) : edited;
    dispatch({ type: "saveBegun" });
    try {
      const saved = await api.file.save({ path, context, ...write, ...(etag === null ? {} : { ifMatch: etag }) });
      clean.current = { version, text: context };
      drafts.drop(path);
      dispatch({
        type: "saved",
        etag: saved.etag,
        written: formatOf(write),
        isTextDirty: edits.version() !== version,
      });
      return true;
    } catch (error) {
      draft.keep();
      if (isAppError(error) && error.key === "file/changed") {
        dispatch({ type: "saveFailed", error });
        await compare();
        return false;
      }
      dispatch({ type: "saveFailed", error });
      if (isAppError(error) && error.key === "file/not-found" && etag !== null) dispatch({ type: "goneOnDisk" });
      return false;
    }
  };

  /** The folder told of a change: quietly shown when nothing is unsaved. */
  const follow = useEffectEvent(async (signal: AbortSignal) => {
    if (document === null || isGone) return;
    try {
      const { etag } = await api.file.stat({ path }, { signal });
      if (signal.aborted || etag === state.etag) return;
      if (isUnsaved || state.etag === null) {
        dispatch({ type: "changedOnDisk" });
        return;
      }
      const next = await readText(path, { encoding: state.disk.encoding, signal });
      if (signal.aborted) return;
      if (document.canShow(next.context)) load(next);
      else dispatch({ type: "changedOnDisk" });
    } catch {
      // Neither news nor a failure of the user's: saving will tell.
    }
  });
  const isSaving = state.phase.at === "saving";
  const listed = `${entry.mtime} ${entry.size} ${isGone}`;
  useEffect(() => {
    if (isSaving || document === null || listed === "") return undefined;
    const stop = new AbortController();
    void follow(stop.signal); // never rejects
    return () => stop.abort();
  }, [listed, isSaving, document]);
  useEffect(() => {
    if (isGone) dispatch({ type: "goneOnDisk" });
  }, [isGone]);

  return {
    state,
    isUnsaved,
    attach,
    /** Whether anything is unsaved at this moment, drawn or not. */
    hasTyped,
    save,
    compare,
    load,
    /** Saves the own version over the one that it was compared with; `merged` when it was changed in the comparison. */
    saveOver: (theirs: TextFile, merged?: string) => {
      if (merged !== undefined) document?.show(merged);
      dispatch({ type: "rebased", etag: theirs.etag });
      return save(theirs.etag);
    },
    reopen: async (encoding: string) => load(await readText(path, { encoding })),
    choose: (write: Partial<TextFormat>) => dispatch({ type: "formatChosen", write }),
    restore,
    /** Keeps everything as it is while another tab is shown; answers what throws it away. */
    park: () => {
      const { etag, write } = state;
      const drop = parkDraft(path, { text: document?.text() ?? "", etag, ...write, atMs: Date.now() });
      return () => {
        drop();
        drafts.drop(path);
      };
    },
    dismiss: () => dispatch({ type: "dismissed" }),
    discard: draft.discard,
    text: () => document?.text() ?? "",
  };
}

export type EditorSession = ReturnType<typeof useEditorSession>;

/** A draft that says what the file says is none. */
function draftFor(file: TextFile, draft: Draft | null): Draft | null {
  return draft === null || draft.text === toLf(file.context) ? null : draft;
}
