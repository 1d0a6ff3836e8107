"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import type { VirtualPath } from "@/lib/shared/paths";
import { maxDraftLength, type DraftStore } from "./draft-store";
import type { EditedDocument } from "./edited-document";
import type { EditorState } from "./editor-state";

type Options = {
  path: VirtualPath;
  drafts: DraftStore;
  document: EditedDocument | null;
  state: EditorState;
  /** There are unsaved changes. */
  isOn: boolean;
};

const delayMs = 600;

/** Keeps the unsaved text of a document in the store while it is edited, and when the page goes away. */
export function useDraft({ path, drafts, document, state, isOn }: Options) {
  const isDiscarded = useRef(false);

  const keep = () => {
    // Making the text of a large document takes longer than a key press may.
    if (document === null || document.isDisposed() || isDiscarded.current || document.length() > maxDraftLength) return;
    const { etag, write } = state;
    drafts.put(path, { text: document.text(), etag, ...write, atMs: Date.now() });
  };
  const keepLatest = useEffectEvent(() => {
    if (isOn) keep();
  });
  /** What is offered is not replaced before the user has answered. */
  const isOffered = state.phase.at === "draft";

  useEffect(() => {
    if (document === null || !isOn || isOffered) return undefined;
    const onHide = () => keepLatest();
    let timer = setTimeout(onHide, delayMs);
    const stopListening = document.onChange(() => {
      clearTimeout(timer);
      timer = setTimeout(onHide, delayMs);
    });
    window.addEventListener("pagehide", onHide);
    const stopWaiting = document.onDispose(onHide);
    return () => {
      clearTimeout(timer);
      stopListening();
      stopWaiting();
      window.removeEventListener("pagehide", onHide);
      onHide();
    };
  }, [document, isOn, isOffered]);

  useEffect(() => {
    // Undone until nothing is unsaved: there is nothing to offer later.
    if (document !== null && !isOn && !isOffered) drafts.drop(path);
  }, [document, isOn, isOffered, drafts, path]);

  return {
    keep,
    /** The user gave the changes up. */
    discard: () => {
      isDiscarded.current = true;
      drafts.drop(path);
    },
  };
}
