"use client";

import type { editor } from "monaco-editor";
import { useEffect, useEffectEvent, useRef } from "react";
import type { VirtualPath } from "@/lib/shared/paths";
import { textOf } from "./text-of";
import { maxDraftLength, type DraftStore } from "./draft-store";
import type { EditorState } from "./editor-state";

type Options = {
  path: VirtualPath;
  drafts: DraftStore;
  model: editor.ITextModel | null;
  state: EditorState;
  /** There are unsaved changes. */
  isOn: boolean;
};

const delayMs = 600;

/** Keeps the unsaved text of a model in the store while it is edited, and when the page goes away. */
export function useDraft({ path, drafts, model, state, isOn }: Options) {
  const isDiscarded = useRef(false);

  const keep = () => {
    // Making the text of a large model takes longer than a key press may.
    if (model === null || model.isDisposed() || isDiscarded.current || model.getValueLength() > maxDraftLength) return;
    const { etag, write } = state;
    drafts.put(path, { text: textOf(model), etag, ...write, atMs: Date.now() });
  };
  const keepLatest = useEffectEvent(() => {
    if (isOn) keep();
  });
  /** What is offered is not replaced before the user has answered. */
  const isOffered = state.phase.at === "draft";

  useEffect(() => {
    if (model === null || !isOn || isOffered) return undefined;
    const onHide = () => keepLatest();
    let timer = setTimeout(onHide, delayMs);
    const listening = model.onDidChangeContent(() => {
      clearTimeout(timer);
      timer = setTimeout(onHide, delayMs);
    });
    window.addEventListener("pagehide", onHide);
    const disposing = model.onWillDispose(onHide);
    return () => {
      clearTimeout(timer);
      listening.dispose();
      disposing.dispose();
      window.removeEventListener("pagehide", onHide);
      onHide();
    };
  }, [model, isOn, isOffered]);

  useEffect(() => {
    // Undone until nothing is unsaved: there is nothing to offer later.
    if (model !== null && !isOn && !isOffered) drafts.drop(path);
  }, [model, isOn, isOffered, drafts, path]);

  return {
    keep,
    /** The user gave the changes up. */
    discard: () => {
      isDiscarded.current = true;
      drafts.drop(path);
    },
  };
}
