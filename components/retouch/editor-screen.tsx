"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Overlay } from "@/components/domain/viewing/overlay";
import { useTraverseGuard } from "@/components/domain/viewing/use-traverse-guard";
import { useUnsavedGuard } from "@/components/layout/use-unsaved-guard";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";
import { shownName } from "@/lib/shared/shown-name";
import { EditorBar } from "./editor-bar";
import { CropPanel } from "./panels/crop-panel";
import { DrawPanel } from "./panels/draw-panel";
import { SizePanel } from "./panels/size-panel";
import { TonePanel } from "./panels/tone-panel";
import { SaveDialog } from "./save-dialog";
import type { CropShape } from "./stage/crop-shape";
import { CropStage } from "./stage/crop-stage";
import { firstPen, type Pen } from "./stage/drawing-tools";
import { PictureStage } from "./stage/picture-stage";
import { ToolRail, type Tool } from "./tool-rail";
import { useEditorKeys } from "./use-editor-keys";
import { useImageEdits } from "./use-image-edits";
import type { Picture } from "./use-picture";
import styles from "./image-editor.module.css";

type Props = { path: VirtualPath; etag: string | null; picture: Picture; onClose: () => void };
type Desk = { tool: Tool; shape: CropShape | null; round: number; pen: Pen; chosen: number | null; zoom: number };

const firstDesk: Desk = { tool: "crop", shape: null, round: 0, pen: firstPen, chosen: null, zoom: 1 };

/** The tools, the picture between them, and what they are set to. */
export function EditorScreen({ path, etag, picture, onClose }: Props) {
  const t = useTranslations("imageEdit");
  const edits = useImageEdits(picture.size);
  const [desk, setDesk] = useState(firstDesk);
  const [isComparing, setComparing] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const set = (change: Partial<Desk>) => setDesk((current) => ({ ...current, ...change }));
  const isDirty = edits.canUndo;
  const guard = useUnsavedGuard(isDirty);
  useTraverseGuard(isDirty, guard, onClose);
  const close = () => guard(onClose);

  /** The window of the crop begins again with what is kept now. */
  const onShape = (shape: CropShape | null) =>
    setDesk((current) => ({ ...current, shape, round: shape === null ? current.round + 1 : current.round }));
  const step = (go: () => void) => {
    go();
    setDesk((current) => ({ ...current, shape: null, round: current.round + 1, chosen: null }));
  };
  const acts = {
    undo: () => step(edits.undo),
    redo: () => step(edits.redo),
    save: () => (isDirty ? setSaving(true) : undefined),
    zoom: (by: number) =>
      setDesk((current) => ({ ...current, zoom: by === 0 ? 1 : Math.min(8, Math.max(1, current.zoom * by)) })),
    choose: (tool: Tool) => set({ tool, shape: null, chosen: null }),
  };
  const onKey = useEditorKeys(acts);
  const { tool, shape, round, pen, chosen, zoom } = desk;
  const isCropping = tool === "crop" && !isComparing;
  const name = shownName(nameOf(path));

  return (
    <Overlay isDark label={t("title", { name: nameOf(path) })} onClose={close} onKey={onKey}>
      <EditorBar
        name={name}
        edits={edits}
        acts={acts}
        zoom={isCropping ? null : zoom}
        onCompare={setComparing}
        onClose={close}
      />
      <div className={styles["desk"]}>
        <ToolRail tool={tool} onChoose={acts.choose} />
        <div className={styles["stage"]}>
          {isCropping ? (
            <CropStage key={round} picture={picture} edits={edits} shape={shape} />
          ) : (
            <PictureStage
              picture={picture}
              edits={edits}
              isComparing={isComparing}
              pen={tool === "draw" ? pen : null}
              chosen={chosen}
              onChoose={(index) => set({ chosen: index })}
              zoom={zoom}
              label={isComparing ? t("original") : t("preview", { name })}
            />
          )}
        </div>
        <section className={styles["panel"]} aria-label={t(`tools.${tool}`)}>
          {tool === "crop" ? <CropPanel edits={edits} shape={shape} onShape={onShape} /> : null}
          {tool === "tones" ? <TonePanel edits={edits} /> : null}
          {tool === "draw" ? (
            <DrawPanel
              edits={edits}
              pen={pen}
              onPen={(next) => set({ pen: next })}
              chosen={chosen}
              onChoose={(index) => set({ chosen: index })}
            />
          ) : null}
          {tool === "size" ? <SizePanel edits={edits} /> : null}
        </section>
      </div>
      {isSaving ? (
        <SaveDialog path={path} etag={etag} edits={edits} onClose={() => setSaving(false)} onSaved={onClose} />
      ) : null}
    </Overlay>
  );
}
