"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- groups of buttons, not of fields */

import { Button } from "@mantine/core";
import {
  IconFlipHorizontal,
  IconFlipVertical,
  IconRotate2,
  IconRotateClockwise2,
  IconSwitchHorizontal,
} from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { imageEditLimits, turnedSize, type ImageEdit } from "@/lib/shared/image/image-edits";
import { Slider } from "@/components/retouch/slider";
import { cropRatios, shapeOfCrop, type CropShape } from "@/components/retouch/stage/crop-shape";
import type { ImageEdits } from "@/components/retouch/use-image-edits";
import styles from "@/components/retouch/image-editor.module.css";

type Props = {
  edits: ImageEdits;
  shape: CropShape | null;
  /** Null: begin again with what is kept. */
  onShape: (shape: CropShape | null) => void;
};

const free: CropShape = { ratio: null, width: 1, height: 1 };

/** Which part, and which way up. */
export function CropPanel({ edits, shape, onShape }: Props) {
  const t = useTranslations("imageEdit.crop");
  const format = useFormatter();
  const { recipe, source, add } = edits;
  const size = turnedSize(recipe, source);
  const ratios = [
    { id: "original", ratio: size.width / size.height, label: t("original") },
    ...Object.entries(cropRatios).map(([id, ratio]) => ({ id, ratio, label: id === "square" ? t("square") : id })),
  ];
  const turn = (edit: ImageEdit) => {
    add(edit);
    onShape(null);
  };
  const shown = shape ?? shapeOfCrop(recipe.crop);
  const isShape = (ratio: number) => shape?.ratio !== null && Math.abs((shape?.ratio ?? 0) - ratio) < 0.001;

  return (
    <>
      <div className={styles["row"]} role="group" aria-label={t("turnLabel")}>
        <IconButton
          label={t("turnLeft")}
          icon={<IconRotate2 size={20} />}
          onClick={() => turn({ kind: "turn", by: -1 })}
        />
        <IconButton
          label={t("turnRight")}
          icon={<IconRotateClockwise2 size={20} />}
          onClick={() => turn({ kind: "turn", by: 1 })}
        />
        <IconButton
          label={t("flipHorizontal")}
          icon={<IconFlipVertical size={20} />}
          onClick={() => turn({ kind: "flip", axis: "horizontal" })}
        />
        <IconButton
          label={t("flipVertical")}
          icon={<IconFlipHorizontal size={20} />}
          onClick={() => turn({ kind: "flip", axis: "vertical" })}
        />
      </div>
      <Slider
        label={t("straighten")}
        value={recipe.degrees}
        min={-imageEditLimits.degrees}
        max={imageEditLimits.degrees}
        step={0.5}
        text={`${format.number(recipe.degrees)}°`}
        onChange={(degrees, goesOn) => add({ kind: "straighten", degrees }, goesOn)}
      />
      <div className={styles["chips"]} role="group" aria-label={t("ratio")}>
        <Button size="compact-sm" variant="default" aria-pressed={shape?.ratio === null} onClick={() => onShape(free)}>
          {t("free")}
        </Button>
        {ratios.map(({ id, ratio, label }) => (
          <Button
            key={id}
            size="compact-sm"
            variant="default"
            aria-pressed={isShape(ratio)}
            onClick={() => onShape({ ...free, ratio })}
          >
            <bdi>{label}</bdi>
          </Button>
        ))}
        <IconButton
          label={t("swap")}
          icon={<IconSwitchHorizontal size={18} />}
          onClick={() =>
            onShape({
              ratio: shown.ratio === null ? null : 1 / shown.ratio,
              width: shown.height,
              height: shown.width,
            })
          }
        />
      </div>
      {shown.ratio === null ? (
        <>
          <Slider
            label={t("width")}
            value={Math.round(shown.width * 100)}
            min={5}
            max={100}
            text={format.number(shown.width, { style: "percent" })}
            onChange={(width) => onShape({ ...shown, width: width / 100 })}
          />
          <Slider
            label={t("height")}
            value={Math.round(shown.height * 100)}
            min={5}
            max={100}
            text={format.number(shown.height, { style: "percent" })}
            onChange={(height) => onShape({ ...shown, height: height / 100 })}
          />
        </>
      ) : null}
      <p className={styles["hint"]}>{t("hint")}</p>
    </>
  );
}
