"use client";

import type { editor } from "monaco-editor";
import { useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from "react";
import { api } from "@/lib/client/call";
import type { FileEntry, TextFile } from "@/lib/contracts/file";
import { isAppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import type { Draft, DraftStore } from "./draft-store";
import { formatOf, isDirty, reduceEditor, startEditing, type TextFormat } from "./editor-state";
import { restoreMixedEol, toLf } from "./mixed-eol";
import { readText } from "./read-text";
import { textOf } from "./text-of";
import { useDraft } from "./use-draft";

type Options = { path: VirtualPath; file: TextFile; entry: FileEntry; isGone: boolean; drafts: DraftStore };

/** An opened text: what is on the screen, what is on disk, and everything that may happen between them. */
export function useEditorSession({ path, file, entry, isGone, drafts }: Options) {
  const [found] = useState(() => draftFor(file, drafts.read(path)));
  const [state, dispatch] = useReducer(reduceEditor, null, () => startEditing(file, found));
  const [model, setModel] = useState<editor.ITextModel | null>(null);
  const clean = useRef({ version: 0, text: file.context });
  const isUnsaved = isDirty(state);
  const draft = useDraft({ path, drafts, model, state, isOn: isUnsaved });

  const markClean = useCallback((text: string, from: editor.ITextModel | null) => {
    clean.current = { version: from?.getAlternativeVersionId() ?? 0, text };
  }, []);

  const attach = useCallback(
    (next: editor.ITextModel) => {
      markClean(clean.current.text, next);
      setModel(next);
    },
    [markClean],
  );

  useEffect(() => {
    if (model === null) return undefined;
    const listening = model.onDidChangeContent(() =>
      dispatch({ type: "edited", isTextDirty: model.getAlternativeVersionId() !== clean.current.version }),
    );
    return () => listening.dispose();
  }, [model]);

  /** Puts a text on the screen as one step that can be undone. */
  const show = (text: string) => {
    if (model === null) return;
    model.pushStackElement();
    model.pushEditOperations([], [{ range: model.getFullModelRange(), text: toLf(text) }], () => null);
    model.pushStackElement();
  };

  const load = (theirs: TextFile) => {
    show(theirs.context);
    markClean(theirs.context, model);
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
    if (model === null || state.phase.at === "saving") return false;
    const edited = textOf(model);
    const version = model.getAlternativeVersionId();
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
        isTextDirty: model.getAlternativeVersionId() !== version,
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
    if (model === null || isGone) return;
    try {
      const { etag } = await api.file.stat({ path }, { signal });
      if (signal.aborted || etag === state.etag) return;
      if (isUnsaved || state.etag === null) {
        dispatch({ type: "changedOnDisk" });
        return;
      }
      const next = await readText(path, { encoding: state.disk.encoding, signal });
      if (!signal.aborted) load(next);
    } catch {
      // Neither news nor a failure of the user's: saving will tell.
    }
  });
  const isSaving = state.phase.at === "saving";
  const listed = `${entry.mtime} ${entry.size} ${isGone}`;
  useEffect(() => {
    if (isSaving || model === null || listed === "") return undefined;
    const stop = new AbortController();
    void follow(stop.signal); // never rejects
    return () => stop.abort();
  }, [listed, isSaving, model]);
  useEffect(() => {
    if (isGone) dispatch({ type: "goneOnDisk" });
  }, [isGone]);

  return {
    state,
    isUnsaved,
    attach,
    save,
    compare,
    load,
    /** Saves the text as merged in the comparison over the version that was compared. */
    saveMerged: (text: string, theirs: TextFile) => {
      show(text);
      dispatch({ type: "rebased", etag: theirs.etag });
      return save(theirs.etag);
    },
    reopen: async (encoding: string) => load(await readText(path, { encoding })),
    choose: (write: Partial<TextFormat>) => dispatch({ type: "formatChosen", write }),
    restore: (kept: Draft) => {
      show(kept.text);
      dispatch({ type: "draftRestored", draft: kept });
    },
    dismiss: () => dispatch({ type: "dismissed" }),
    discard: draft.discard,
    text: () => (model === null ? "" : textOf(model)),
  };
}

export type EditorSession = ReturnType<typeof useEditorSession>;

/** A draft that says what the file says is none. */
function draftFor(file: TextFile, draft: Draft | null): Draft | null {
  return draft === null || draft.text === toLf(file.context) ? null : draft;
}
