"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- groups of buttons, not of fields */

import { Button, Textarea } from "@mantine/core";
import {
  IconArrowUpRight,
  IconBlur,
  IconCircle,
  IconLine,
  IconPencil,
  IconPointer,
  IconSquare,
  IconTextSize,
  type Icon,
} from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { IconRadios } from "@/components/ui/icon-radios";
import { imageEditLimits, type Mark } from "@/lib/shared/image/image-edits";
import { Slider } from "@/components/retouch/slider";
import { drawKinds, middleMark, type DrawKind, type Pen } from "@/components/retouch/stage/drawing-tools";
import type { ImageEdits } from "@/components/retouch/use-image-edits";
import { MarkList } from "./mark-list";
import styles from "@/components/retouch/image-editor.module.css";

const icons: Record<DrawKind, Icon> = {
  select: IconPointer,
  pen: IconPencil,
  line: IconLine,
  arrow: IconArrowUpRight,
  rectangle: IconSquare,
  ellipse: IconCircle,
  text: IconTextSize,
  blur: IconBlur,
};

const colors = ["#e5342b", "#f59f00", "#ffd43b", "#2f9e44", "#1c7ed6", "#7048e8", "#000000", "#ffffff"] as const;

type Props = {
  edits: ImageEdits;
  pen: Pen;
  onPen: (pen: Pen) => void;
  chosen: number | null;
  onChoose: (index: number | null) => void;
};

/** What to draw with, and what is drawn. */
export function DrawPanel({ edits, pen, onPen, chosen, onChoose }: Props) {
  const t = useTranslations("imageEdit.draw");
  const format = useFormatter();
  const { recipe, add } = edits;
  const mark = chosen === null ? undefined : recipe.marks[chosen];
  const kind = mark?.kind ?? pen.kind;
  const { kind: penKind } = pen;

  /** For what is drawn next and, if something is chosen, for that. */
  const style = (change: Partial<Pen>, restyle: (mark: Mark) => Mark, goesOn = false) => {
    onPen({ ...pen, ...change });
    if (chosen !== null && mark !== undefined) add({ kind: "setMark", index: chosen, mark: restyle(mark) }, goesOn);
  };
  const percent = (value: number) => format.number(value, { style: "percent", maximumFractionDigits: 1 });

  return (
    <>
      <IconRadios
        label={t("tool")}
        chosen={penKind}
        onChoose={(id) => {
          onPen({ ...pen, kind: id });
          onChoose(null);
        }}
        options={drawKinds.map((id) => ({ id, label: t(`kinds.${id}`), Icon: icons[id] }))}
      />
      {kind === "blur" ? (
        <Slider
          label={t("strength")}
          value={mark?.kind === "blur" ? mark.strength : pen.blur}
          min={0.005}
          max={0.1}
          step={0.005}
          text={percent(mark?.kind === "blur" ? mark.strength : pen.blur)}
          onChange={(blur, goesOn) =>
            style({ blur }, (one) => (one.kind === "blur" ? { ...one, strength: blur } : one), goesOn)
          }
        />
      ) : (
        <div className={styles["colors"]} role="group" aria-label={t("color")}>
          {colors.map((color) => (
            <button
              key={color}
              type="button"
              aria-label={t("colors", { color })}
              aria-pressed={(mark !== undefined && mark.kind !== "blur" ? mark.color : pen.color) === color}
              style={{ background: color }}
              onClick={() => style({ color }, (one) => (one.kind === "blur" ? one : { ...one, color }))}
            />
          ))}
        </div>
      )}
      {kind === "text" ? (
        <Slider
          label={t("textSize")}
          value={mark?.kind === "text" ? mark.size : pen.textSize}
          min={0.01}
          max={0.2}
          step={0.005}
          text={percent(mark?.kind === "text" ? mark.size : pen.textSize)}
          onChange={(textSize, goesOn) =>
            style({ textSize }, (one) => (one.kind === "text" ? { ...one, size: textSize } : one), goesOn)
          }
        />
      ) : kind === "blur" ? null : (
        <Slider
          label={t("width")}
          value={mark !== undefined && "width" in mark ? mark.width : pen.width}
          min={0.001}
          max={0.04}
          step={0.001}
          text={percent(mark !== undefined && "width" in mark ? mark.width : pen.width)}
          onChange={(width, goesOn) => style({ width }, (one) => ("width" in one ? { ...one, width } : one), goesOn)}
        />
      )}
      {mark?.kind === "text" && chosen !== null ? (
        <Textarea
          key={chosen}
          label={t("text")}
          autosize
          maxRows={4}
          maxLength={imageEditLimits.textLength}
          defaultValue={mark.text}
          data-autofocus
          onChange={({ currentTarget: { value } }) => {
            if (value !== "") add({ kind: "setMark", index: chosen, mark: { ...mark, text: value } }, true);
          }}
        />
      ) : null}
      {penKind === "select" || penKind === "pen" ? null : (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            add({ kind: "addMark", mark: middleMark(penKind, { pen, words: t("newText") }) });
            onChoose(recipe.marks.length);
          }}
        >
          {t("addMiddle", { kind: t(`kinds.${penKind}`) })}
        </Button>
      )}
      <MarkList edits={edits} chosen={chosen} onChoose={onChoose} />
    </>
  );
}
