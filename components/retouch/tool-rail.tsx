"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- radio buttons with icons */

import { IconAdjustmentsHorizontal, IconCrop, IconPencil, IconResize, type Icon } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import styles from "./image-editor.module.css";

export const tools = ["crop", "tones", "draw", "size"] as const;
export type Tool = (typeof tools)[number];

const icons: Record<Tool, Icon> = {
  crop: IconCrop,
  tones: IconAdjustmentsHorizontal,
  draw: IconPencil,
  size: IconResize,
};

/** The tools: beside the picture, on a phone below it. */
export function ToolRail({ tool, onChoose }: { tool: Tool; onChoose: (tool: Tool) => void }) {
  const t = useTranslations("imageEdit");
  return (
    <div className={styles["rail"]} role="radiogroup" aria-label={t("toolsLabel")}>
      {tools.map((id, index) => {
        const ToolIcon = icons[id];
        return (
          <button
            key={id}
            type="button"
            role="radio"
            aria-checked={tool === id}
            aria-keyshortcuts={String(index + 1)}
            data-tip={`${t(`tools.${id}`)} (${index + 1})`}
            onClick={() => onChoose(id)}
          >
            <ToolIcon size={20} stroke={1.7} aria-hidden />
            <span>{t(`tools.${id}`)}</span>
          </button>
        );
      })}
    </div>
  );
}
