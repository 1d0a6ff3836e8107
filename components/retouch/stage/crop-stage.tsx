"use client";

import { useElementSize } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import Cropper from "react-easy-crop";
import "react-easy-crop/react-easy-crop.css";
import { frameSize, type Area } from "@/lib/shared/image/image-edits";
import { renderPreview } from "@/components/retouch/render-preview";
import { shapeOfCrop, type CropShape } from "./crop-shape";
import type { ImageEdits } from "@/components/retouch/use-image-edits";
import type { Picture } from "@/components/retouch/use-picture";
import styles from "@/components/retouch/image-editor.module.css";

type Props = {
  picture: Picture;
  edits: ImageEdits;
  /** Null: that of the part that is kept. */
  shape: CropShape | null;
};

/** The whole frame below a window of the wanted shape: dragged and zoomed until the right part is in it. */
export function CropStage({ picture, edits, shape: chosen }: Props) {
  const t = useTranslations("imageEdit.crop");
  const { recipe } = edits;
  const { turns, isMirrored, degrees, tones, marks } = recipe;
  const { ref, width: roomWidth, height: roomHeight } = useElementSize<HTMLDivElement>();
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [first] = useState(() => shapeOfCrop(recipe.crop));
  const shape = chosen ?? first;
  const frame = frameSize(recipe, picture.size);

  const image = useMemo(() => {
    const canvas = document.createElement("canvas");
    renderPreview(canvas, picture, { turns, isMirrored, degrees, tones, marks, crop: null, longest: null });
    return canvas.toDataURL("image/webp", 0.85);
  }, [picture, turns, isMirrored, degrees, tones, marks]);

  const keep = ({ x, y, width, height }: Area) => {
    const area = { x: x / 100, y: y / 100, width: width / 100, height: height / 100 };
    const isWhole = area.width > 0.999 && area.height > 0.999;
    const wanted = isWhole ? null : clamped(area);
    if (isSame(wanted, recipe.crop)) return;
    edits.add({ kind: "crop", area: wanted }, true);
  };
  const fit = Math.min(roomWidth / frame.width, roomHeight / frame.height);
  const free = { width: frame.width * fit * shape.width, height: frame.height * fit * shape.height };
  return (
    <div ref={ref} className={styles["cropRoom"]} dir="ltr">
      {roomWidth === 0 ? null : (
        <Cropper
          image={image}
          crop={position}
          zoom={zoom}
          maxZoom={8}
          zoomSpeed={0.4}
          {...(shape.ratio === null ? { cropSize: free } : { aspect: shape.ratio })}
          objectFit="contain"
          {...(recipe.crop === null ? {} : { initialCroppedAreaPercentages: percent(recipe.crop) })}
          cropperProps={{ "aria-label": t("window") }}
          onCropChange={setPosition}
          onZoomChange={setZoom}
          onCropAreaChange={keep}
        />
      )}
    </div>
  );
}

const percent = ({ x, y, width, height }: Area): Area => ({
  x: x * 100,
  y: y * 100,
  width: width * 100,
  height: height * 100,
});

function clamped({ x, y, width, height }: Area): Area {
  const [left, top] = [Math.min(1, Math.max(0, x)), Math.min(1, Math.max(0, y))];
  return { x: left, y: top, width: Math.min(1 - left, width), height: Math.min(1 - top, height) };
}

function isSame(a: Area | null, b: Area | null): boolean {
  if (a === null || b === null) return a === b;
  return (["x", "y", "width", "height"] as const).every((key) => Math.abs(a[key] - b[key]) < 0.002);
}
