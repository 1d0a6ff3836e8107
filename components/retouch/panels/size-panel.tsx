"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- groups of buttons, not of fields */

import { Button, NumberInput } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { imageEditLimits, resultSize } from "@/lib/shared/image/image-edits";
import type { ImageEdits } from "@/components/retouch/use-image-edits";
import styles from "@/components/retouch/image-editor.module.css";

const usual = [3840, 2560, 1920, 1280, 640] as const;

/** The size in pixels; the shape stays what it is. */
export function SizePanel({ edits: { recipe, source, add } }: { edits: ImageEdits }) {
  const t = useTranslations("imageEdit.size");
  const format = useFormatter();
  const { width, height } = resultSize(recipe, source);
  const whole = resultSize({ ...recipe, longest: null }, source);
  const longest = Math.max(whole.width, whole.height);
  const set = (side: "width" | "height", value: string | number) => {
    const pixels = Number(value);
    if (!Number.isInteger(pixels) || pixels < 1) return;
    const wanted = Math.round((pixels / whole[side]) * longest);
    add({ kind: "resize", longest: Math.min(imageEditLimits.longest, Math.max(1, wanted)) }, true);
  };
  return (
    <>
      <div className={styles["pair"]}>
        {(["width", "height"] as const).map((side) => (
          <NumberInput
            key={side}
            label={t(side)}
            value={side === "width" ? width : height}
            min={1}
            max={imageEditLimits.longest}
            allowDecimal={false}
            allowNegative={false}
            suffix=" px"
            onChange={(value) => set(side, value)}
          />
        ))}
      </div>
      <div className={styles["chips"]} role="group" aria-label={t("usual")}>
        <Button
          size="compact-sm"
          variant="default"
          aria-pressed={recipe.longest === null}
          onClick={() => add({ kind: "resize", longest: null })}
        >
          {t("original")}
        </Button>
        {usual
          .filter((pixels) => pixels < longest)
          .map((pixels) => (
            <Button
              key={pixels}
              size="compact-sm"
              variant="default"
              aria-pressed={recipe.longest === pixels}
              onClick={() => add({ kind: "resize", longest: pixels })}
            >
              {t("pixels", { count: format.number(pixels, { useGrouping: false }) })}
            </Button>
          ))}
      </div>
      <p className={styles["hint"]}>{t("hint")}</p>
    </>
  );
}
