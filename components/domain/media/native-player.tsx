"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { kindOf } from "@/components/domain/entry/kinds";
import { useInlineUrl } from "@/components/domain/viewing/use-inline-url";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { MediaElement } from "./media-element";

type Props = Pick<ViewerProps, "path" | "entry"> & {
  fromS?: number;
  onPlayer?: (player: HTMLMediaElement | null) => void;
  /** With what the server said, or nothing where the browser cannot play it. */
  onTrouble: (error: Error | null) => void;
};

const nobody = () => {};

/** A film or sound that the browser plays as it is; it fetches the ranges that it needs. */
export function NativePlayer({ path, entry, fromS = 0, onPlayer = nobody, onTrouble }: Props) {
  const t = useTranslations("open.media");
  const { url, error, renew } = useInlineUrl(path, entry.mtime);
  const [hasNoPicture, setNoPicture] = useState(false);
  const resume = useRef({ seconds: fromS, isRenewed: false });

  useEffect(() => {
    if (error !== null) onTrouble(error);
  }, [error, onTrouble]);

  const onLoaded = (player: HTMLMediaElement) => {
    if (resume.current.seconds > 0) player.currentTime = resume.current.seconds;
    // Its sound has a known format, its picture has not.
    setNoPicture(player instanceof HTMLVideoElement && player.videoWidth === 0);
  };
  const onError = (player: HTMLMediaElement) => {
    // In the middle of a film the ticket may have run out: once more with a new one, from where it was.
    if (player.currentTime > 0 && !resume.current.isRenewed) {
      resume.current = { seconds: player.currentTime, isRenewed: true };
      renew();
    } else onTrouble(null);
  };
  if (url === undefined) return null;
  return (
    <MediaElement
      isVideo={kindOf(entry) === "video"}
      name={entry.name}
      src={url}
      note={hasNoPicture ? t("noPicture") : null}
      onPlayer={onPlayer}
      onLoaded={onLoaded}
      onError={onError}
    />
  );
}
