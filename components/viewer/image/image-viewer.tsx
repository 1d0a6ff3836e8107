"use client";

import { IconMaximize, IconRotateClockwise, IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import { useElementSize } from "@mantine/hooks";
import { useFormatter, useTranslations } from "next-intl";
import { useReducer, useRef, useState } from "react";
import { PreviewFrame } from "@/components/domain/viewing/preview-frame";
import { CannotShow } from "@/components/domain/viewing/cannot-show";
import { shownName } from "@/lib/shared/shown-name";
import { NeighbourImages } from "./neighbour-images";
import { useInlineUrl } from "@/components/domain/viewing/use-inline-url";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { useErrorText } from "@/components/layout/use-error-text";
import { IconButton } from "@/components/ui/icon-button";
import { useDelayed } from "@/components/ui/use-delayed";
import {
  fittedView,
  fitScale,
  reduceImageView,
  shownScale,
  type ImageEvent,
  type ImageView,
  type Size,
} from "./image-view";
import { useImageGestures } from "./use-image-gestures";
import styles from "./image-viewer.module.css";

/** Pictures without a size of their own (some SVG) are laid out at this one. */
const sizeless: Size = { width: 512, height: 512 };

type Picture = { at: "loading" } | { at: "shown"; size: Size } | { at: "failed" };

/** A picture: fitted, at its own size or zoomed, turned, on a checkerboard where it is transparent. */
export default function ImageViewer(props: ViewerProps) {
  const { path, entry, neighbours, folder } = props;
  const t = useTranslations("open.image");
  const format = useFormatter();
  const errorText = useErrorText();
  const { url, error, renew } = useInlineUrl(path, entry.mtime);
  const [picture, setPicture] = useState<Picture>({ at: "loading" });
  const stage = useRef<HTMLDivElement>(null);
  const { ref: measure, width, height } = useElementSize<HTMLDivElement>();
  const at = { image: picture.at === "shown" ? picture.size : sizeless, stage: { width, height } };
  const [view, dispatch] = useReducer(
    (current: ImageView, { event, scene }: { event: ImageEvent; scene: typeof at }) =>
      reduceImageView(current, event, scene),
    fittedView,
  );
  const send = (event: ImageEvent) => dispatch({ event, scene: at });
  const gestures = useImageGestures(stage, send);
  const isLate = useDelayed(picture.at === "loading");
  const scale = shownScale(view, at);
  const isFitted = view.scale === null;
  const fitted = fitScale(at, view.turns);

  const onKey = (event: KeyboardEvent) => {
    const { key, shiftKey } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return true;
    const pans: Record<string, [number, number]> = {
      ArrowLeft: [80, 0],
      ArrowRight: [-80, 0],
      ArrowUp: [0, 80],
      ArrowDown: [0, -80],
    };
    const pan = pans[key];
    if (key === "+" || key === "=") send({ type: "step", direction: 1 });
    else if (key === "-") send({ type: "step", direction: -1 });
    else if (key === "0") send({ type: "fit" });
    else if (key === "1") send({ type: "actual" });
    else if (pan !== undefined && (shiftKey || pan[0] === 0)) send({ type: "pan", by: { x: pan[0], y: pan[1] } });
    else return false;
    event.preventDefault();
    return true;
  };

  const percent = format.number(scale, { style: "percent", maximumFractionDigits: scale < 0.1 ? 1 : 0 });
  const tools =
    picture.at !== "shown" ? undefined : (
      <>
        <span className={styles["zoom"]}>
          <IconButton
            label={t("zoomOut")}
            shortcut="−"
            icon={<IconZoomOut size={18} />}
            onClick={() => send({ type: "step", direction: -1 })}
          />
          <button
            type="button"
            className={styles["percent"]}
            data-tip={isFitted && fitted < 1 ? t("actualSize") : t("fit")}
            aria-label={t("scale", { percent })}
            onClick={() => send({ type: isFitted ? "actual" : "fit" })}
          >
            {percent}
          </button>
          <IconButton
            label={t("zoomIn")}
            shortcut="+"
            icon={<IconZoomIn size={18} />}
            onClick={() => send({ type: "step", direction: 1 })}
          />
        </span>
        <IconButton
          label={t("fit")}
          shortcut="0"
          icon={<IconMaximize size={18} />}
          onClick={() => send({ type: "fit" })}
        />
        <IconButton
          label={t("rotate")}
          icon={<IconRotateClockwise size={18} />}
          onClick={() => send({ type: "rotate" })}
        />
      </>
    );

  if (error !== null || picture.at === "failed")
    return (
      <PreviewFrame {...props}>
        <CannotShow
          title={error === null ? t("failed") : errorText(error)}
          hint={error === null ? t("failedHint") : undefined}
          onRetry={() => {
            setPicture({ at: "loading" });
            renew();
          }}
        />
      </PreviewFrame>
    );
  return (
    <PreviewFrame {...props} tools={tools} canSwipe={scale <= fitted * 1.01} onKey={onKey}>
      <div
        ref={stage}
        className={styles["stage"]}
        data-movable={scale > fitted || undefined}
        aria-busy={picture.at === "loading"}
        tabIndex={-1}
        data-autofocus
        {...gestures}
        onDoubleClick={() => send({ type: isFitted ? "actual" : "fit" })}
      >
        <div ref={measure} className={styles["measure"]}>
          {url === undefined ? null : (
            <img
              src={url}
              alt={shownName(entry.name)}
              draggable={false}
              className={styles["picture"]}
              data-shown={picture.at === "shown" || undefined}
              data-pixelated={scale >= 4 || undefined}
              style={{
                inlineSize: at.image.width,
                blockSize: at.image.height,
                transform: `translate(-50%, -50%) translate(${view.x}px, ${view.y}px) rotate(${view.turns * 90}deg) scale(${scale})`,
              }}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setPicture({
                  at: "shown",
                  size: naturalWidth > 0 ? { width: naturalWidth, height: naturalHeight } : sizeless,
                })
              }
              onError={() => setPicture({ at: "failed" })}
            />
          )}
          {isLate ? <span className={styles["loading"]} /> : null}
        </div>
      </div>
      {picture.at === "shown" ? <NeighbourImages folder={folder} neighbours={neighbours} /> : null}
    </PreviewFrame>
  );
}
