"use client";

import { Button } from "@mantine/core";
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDeviceFloppy,
  IconEye,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import overlay from "@/components/domain/viewing/overlay.module.css";
import { IconButton } from "@/components/ui/icon-button";
import { useKitTexts } from "@/components/ui/kit-texts";
import { useIsMobile } from "@/components/ui/use-media";
import type { ImageEdits } from "./use-image-edits";
import styles from "./image-editor.module.css";

type Props = {
  name: string;
  edits: ImageEdits;
  acts: { undo: () => void; redo: () => void; save: () => void; zoom: (by: number) => void };
  /** Null where the stage has a zoom of its own. */
  zoom: number | null;
  onCompare: (isOn: boolean) => void;
  onClose: () => void;
};

/** The way back and forth, the look at the original, saving, and the way out. */
export function EditorBar({ name, edits, acts, zoom, onCompare, onClose }: Props) {
  const t = useTranslations("imageEdit");
  const texts = useKitTexts();
  const format = useFormatter();
  const isMobile = useIsMobile();
  const compare = {
    onPointerDown: () => onCompare(true),
    onPointerUp: () => onCompare(false),
    onPointerLeave: () => onCompare(false),
    onBlur: () => onCompare(false),
    onKeyDown: ({ key }: { key: string }) => (key === " " || key === "Enter" ? onCompare(true) : undefined),
    onKeyUp: () => onCompare(false),
  };
  const canSave = edits.canUndo;
  return (
    <div className={overlay["bar"]}>
      <div className={overlay["heading"]}>
        <h2 className={overlay["title"]} dir="auto" title={name}>
          {name}
        </h2>
      </div>
      <div className={overlay["tools"]}>
        <IconButton
          label={t("undo")}
          shortcut="Ctrl Z"
          icon={<IconArrowBackUp size={18} data-flip />}
          disabledReason={edits.canUndo ? null : t("nothingToUndo")}
          onClick={acts.undo}
        />
        <IconButton
          label={t("redo")}
          shortcut="Ctrl Y"
          icon={<IconArrowForwardUp size={18} data-flip />}
          disabledReason={edits.canRedo ? null : t("nothingToRedo")}
          onClick={acts.redo}
        />
        <IconButton
          label={t("compare")}
          icon={<IconEye size={18} />}
          disabledReason={edits.canUndo ? null : t("nothingToUndo")}
          {...compare}
        />
        {zoom === null || isMobile ? null : (
          <>
            <span className={overlay["divider"]} />
            <IconButton
              label={t("zoomOut")}
              shortcut="−"
              icon={<IconZoomOut size={18} />}
              onClick={() => acts.zoom(0.8)}
            />
            <Button
              size="compact-xs"
              variant="subtle"
              c="var(--text)"
              aria-label={t("zoomFit", { percent: format.number(zoom, { style: "percent" }) })}
              onClick={() => acts.zoom(0)}
            >
              {format.number(zoom, { style: "percent" })}
            </Button>
            <IconButton
              label={t("zoomIn")}
              shortcut="+"
              icon={<IconZoomIn size={18} />}
              onClick={() => acts.zoom(1.25)}
            />
          </>
        )}
        <span className={overlay["divider"]} />
        {isMobile ? (
          <IconButton
            label={t("save.open")}
            variant={canSave ? "accent" : "plain"}
            icon={<IconDeviceFloppy size={20} />}
            disabledReason={canSave ? null : t("nothingToSave")}
            onClick={acts.save}
          />
        ) : (
          <Button size="xs" className={styles["save"] ?? ""} disabled={!canSave} onClick={acts.save} data-tip="Ctrl S">
            {t("save.open")}
          </Button>
        )}
        <IconButton label={texts.close} shortcut="Esc" icon={<IconX size={18} />} onClick={onClose} />
      </div>
    </div>
  );
}
