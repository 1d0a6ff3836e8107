"use client";

import { useElementSize } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { use, useReducer, useRef, useState } from "react";
import { PreviewFrame } from "@/components/domain/viewing/preview-frame";
import { PicturePartsContext } from "@/components/domain/viewing/picture-parts";
import { CannotShow } from "@/components/domain/viewing/cannot-show";
import { shownName } from "@/lib/shared/shown-name";
import { NeighbourImages } from "./neighbour-images";
import { useInlineUrl } from "@/components/domain/viewing/use-inline-url";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { useErrorText } from "@/components/layout/use-error-text";
import { useDelayed } from "@/components/ui/use-delayed";
import { useEntrySource } from "@/components/domain/entry/entry-source";
import { toggleFullScreen } from "./full-screen";
import { useStore } from "@/components/ui/use-store";
import { FilmStrip } from "./film-strip";
import { imageKey, type TableCommand } from "./image-keys";
import { ImageTools } from "./image-tools";
import { InfoPanel } from "./info-panel";
import { changeLightTable, lightTable } from "./light-table-store";
import { nextSlide, useSlideshow } from "./use-slideshow";
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
  const { hasInfo, isPlaying } = useStore(lightTable);
  // What lies in a share or an archive is only looked at.
  const isOwn = useEntrySource() === null;
  const given = use(PicturePartsContext);
  const parts = isOwn ? given : null;
  const canPlay = nextSlide(neighbours) !== null;
  useSlideshow(props, picture.at !== "loading");
  const isLate = useDelayed(picture.at === "loading");
  const scale = shownScale(view, at);
  const isFitted = view.scale === null;
  const fitted = fitScale(at, view.turns);
  const gestures = useImageGestures(stage, send, (point) =>
    send(isFitted ? { type: "zoom", factor: Math.max(1 / scale, 2), at: point } : { type: "fit" }),
  );

  const run = (command: TableCommand) => {
    if (command === "info") changeLightTable({ hasInfo: !hasInfo });
    else if (command === "slideshow") changeLightTable({ isPlaying: !isPlaying && canPlay });
    else void toggleFullScreen();
  };
  const onKey = (event: KeyboardEvent) => {
    const meaning = imageKey(event);
    // A button that has the focus is pressed by Space.
    if (meaning === null || (event.key === " " && event.target instanceof HTMLButtonElement)) return false;
    if (typeof meaning === "string") run(meaning);
    else send(meaning);
    event.preventDefault();
    return true;
  };
  const close = () => {
    changeLightTable({ isPlaying: false });
    if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined); // left by hand already
    props.onClose();
  };
  const shown = { ...props, onClose: close };
  const tools = (
    <>
      {picture.at === "shown" ? (
        <ImageTools scale={scale} isFitted={isFitted} fitted={fitted} canPlay={canPlay} send={send} run={run} />
      ) : null}
      {parts === null ? null : <parts.Tools {...shown} />}
    </>
  );

  if (error !== null || picture.at === "failed")
    return (
      <PreviewFrame {...shown} tools={tools} below={<FilmStrip {...shown} />}>
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
    <PreviewFrame
      {...shown}
      tools={tools}
      canSwipe={scale <= fitted * 1.01}
      ownsSpace={canPlay}
      onKey={onKey}
      beside={
        hasInfo ? (
          <InfoPanel path={isOwn ? path : null} entry={entry} size={picture.at === "shown" ? picture.size : null}>
            {parts === null ? null : <parts.Rating path={path} />}
          </InfoPanel>
        ) : null
      }
      below={<FilmStrip {...shown} />}
    >
      <div
        ref={stage}
        className={styles["stage"]}
        data-movable={scale > fitted || undefined}
        aria-busy={picture.at === "loading"}
        tabIndex={-1}
        data-autofocus
        {...gestures}
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
