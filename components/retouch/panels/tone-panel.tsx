"use client";

import { useTranslations } from "next-intl";
import { toneNames } from "@/lib/shared/image/image-edits";
import { Slider } from "@/components/retouch/slider";
import type { ImageEdits } from "@/components/retouch/use-image-edits";

/** Light, colour and sharpness. */
export function TonePanel({ edits: { recipe, add } }: { edits: ImageEdits }) {
  const t = useTranslations("imageEdit.tones");
  return toneNames.map((name) => (
    <Slider
      key={name}
      label={t(name)}
      value={recipe.tones[name]}
      min={name === "sharpen" ? 0 : -100}
      max={100}
      onChange={(value, goesOn) => add({ kind: "tone", name, value }, goesOn)}
    />
  ));
}
