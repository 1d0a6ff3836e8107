"use client";

import { useEffect, useState } from "react";
import type { PictureSize } from "@/lib/shared/image/image-edits";

/** `bitmap` is smaller than the picture, whose own size is `size`. */
export type Picture = { bitmap: HTMLCanvasElement; size: PictureSize };
type Loading = { at: "loading" } | { at: "shown"; picture: Picture } | { at: "failed" };

/** Of the longer side: sharp on a large screen, and quick enough to follow a slider. */
const mostPixels = 2_000;

/** A picture for the preview, decoded by the browser and upright. */
export function usePicture(url: string | undefined): Loading {
  const [loading, setLoading] = useState<Loading>({ at: "loading" });
  useEffect(() => {
    if (url === undefined) return undefined;
    const image = new Image();
    let isGone = false;
    const onLoad = () => {
      if (isGone) return;
      const picture = reduced(image);
      setLoading(picture === null ? { at: "failed" } : { at: "shown", picture });
    };
    image.addEventListener("load", onLoad);
    image.addEventListener("error", () => (isGone ? undefined : setLoading({ at: "failed" })));
    image.src = url;
    return () => {
      isGone = true;
      image.src = "";
    };
  }, [url]);
  return loading;
}

function reduced(image: HTMLImageElement): Picture | null {
  const size = { width: image.naturalWidth, height: image.naturalHeight };
  const scale = Math.min(1, mostPixels / Math.max(size.width, size.height));
  const bitmap = document.createElement("canvas");
  bitmap.width = Math.max(1, Math.round(size.width * scale));
  bitmap.height = Math.max(1, Math.round(size.height * scale));
  const context = bitmap.getContext("2d");
  if (context === null || size.width === 0) return null;
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, bitmap.width, bitmap.height);
  return { bitmap, size };
}
