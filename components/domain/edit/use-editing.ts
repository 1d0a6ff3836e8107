"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef } from "react";
import { useTraverseGuard } from "@/components/domain/viewing/use-traverse-guard";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { useCan } from "@/components/layout/use-can";
import { useUnsavedGuard } from "@/components/layout/use-unsaved-guard";
import { showToast } from "@/components/ui/toast/toast-store";
import type { TextFile } from "@/lib/contracts/text-file";
import type { DraftStore } from "./draft-store";
import type { TextFormat } from "./editor-state";
import type { Saving } from "./save-button";
import { useEditorSession } from "./use-editor-session";

type Options = Pick<ViewerProps, "path" | "entry" | "isGone" | "onClose"> & { file: TextFile; drafts: DraftStore };

/** What every editor does with its file: who may save, Ctrl+S, and no way out that loses changes unasked. */
export function useEditing({ path, file, entry, isGone, drafts, onClose }: Options) {
  const t = useTranslations("editor");
  const can = useCan();
  const session = useEditorSession({ path, file, entry, isGone, drafts });
  const { state, isUnsaved } = session;
  const canWrite =
    can("filecat_file_context_update") || can("filecat_file_context_update_upload_created_copy_decompression");
  const isReadOnly = !file.writable || !canWrite;
  const canSave = isUnsaved || state.etag === null;
  const guard = useUnsavedGuard(isUnsaved, session.park);
  useTraverseGuard(isUnsaved, guard, session.discard);

  const isSaving = state.phase.at === "saving";
  const afterSave = useRef<(() => void) | null>(null);
  /** What is being saved is no reason to ask: the answer to the save tells whether anything would be lost. */
  const leave = (go: () => void) => {
    if (isSaving) {
      afterSave.current = go;
      return;
    }
    guard(() => {
      session.discard();
      go();
    });
  };
  const leaveAtLast = useEffectEvent(() => {
    const go = afterSave.current;
    afterSave.current = null;
    if (go !== null) leave(go);
  });
  useEffect(() => {
    if (!isSaving) leaveAtLast();
  }, [isSaving]);
  const save = async (write: TextFormat = state.write) => {
    if (isReadOnly || !(canSave || session.hasTyped())) return;
    if (await session.save(state.etag, write))
      showToast({ kind: "success", message: t("saved", { name: entry.name }) });
  };
  const onSave = () => void save(); // shows its own failures
  const onSaveUtf8 = () => {
    const utf8 = { ...state.write, encoding: "utf-8", bom: false };
    session.choose(utf8);
    void save(utf8); // as above
  };
  // On the whole overlay: the browser's own "save page" must not come up wherever the focus is.
  const onKey = (event: KeyboardEvent) => {
    const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isSave || event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    onSave();
  };
  const saving: Saving | null = isReadOnly ? null : { canSave, isSaving, onSave };

  return {
    session,
    isReadOnly,
    readOnlyReason: canWrite ? t("readOnlyFile") : t("readOnlyRight"),
    saving,
    /** Goes away, after asking when something is unsaved. */
    leave,
    close: () => leave(onClose),
    onSave,
    /** In UTF-8, which has every character, whatever was chosen. */
    onSaveUtf8,
    onKey,
  };
}
