"use client";

import { IconMusic } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef, useState, type SyntheticEvent } from "react";
import { kindOf } from "@/components/domain/entry/kinds";
import { CannotShow } from "@/components/domain/viewing/cannot-show";
import { PreviewFrame } from "@/components/domain/viewing/preview-frame";
import { useDownload } from "@/components/domain/viewing/use-download";
import { useInlineUrl } from "@/components/domain/viewing/use-inline-url";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { useErrorText } from "@/components/layout/use-error-text";
import { shownName } from "@/lib/shared/shown-name";
import { readVolume, storeVolume } from "./volume";
import styles from "./media-viewer.module.css";

/** The player comes after its address, when the overlay has given the focus away already. */
const takeFocus = (player: HTMLMediaElement | null) => player?.focus({ preventScroll: true });

/** A film or sound in the browser's own player; it fetches the ranges that it needs. */
export default function MediaViewer(props: ViewerProps) {
  const { path, entry } = props;
  const t = useTranslations("open.media");
  const errorText = useErrorText();
  const download = useDownload(path);
  const { url, error, renew } = useInlineUrl(path, entry.mtime);
  const [trouble, setTrouble] = useState<"none" | "unplayable" | "no-picture">("none");
  const resume = useRef({ seconds: 0, isRenewed: false });
  const isVideo = kindOf(entry) === "video";

  const onLoaded = ({ currentTarget: player }: SyntheticEvent<HTMLMediaElement>) => {
    const { volume, muted } = readVolume();
    player.volume = volume;
    player.muted = muted;
    if (resume.current.seconds > 0) player.currentTime = resume.current.seconds;
    // Its sound has a known format, its picture has not.
    if (player instanceof HTMLVideoElement && player.videoWidth === 0) setTrouble("no-picture");
  };
  const onError = ({ currentTarget: player }: SyntheticEvent<HTMLMediaElement>) => {
    // In the middle of a film the ticket may have run out: once more with a new one, from where it was.
    if (player.currentTime > 0 && !resume.current.isRenewed) {
      resume.current = { seconds: player.currentTime, isRenewed: true };
      renew();
    } else setTrouble("unplayable");
  };
  const shared = {
    ref: takeFocus,
    controls: true,
    preload: "metadata" as const,
    "aria-label": shownName(entry.name),
    "data-autofocus": true,
    onLoadedMetadata: onLoaded,
    onError,
    onVolumeChange: ({ currentTarget: { volume, muted } }: SyntheticEvent<HTMLMediaElement>) =>
      storeVolume({ volume, muted }),
  };

  if (error !== null || trouble === "unplayable")
    return (
      <PreviewFrame {...props}>
        <CannotShow
          title={error === null ? t("unplayable") : errorText(error)}
          hint={error === null ? t("unplayableHint") : undefined}
          onDownload={download}
        />
      </PreviewFrame>
    );
  return (
    <PreviewFrame {...props}>
      <div className={styles["stage"]} data-kind={isVideo ? "video" : "audio"}>
        {trouble === "no-picture" ? <output className={styles["note"]}>{t("noPicture")}</output> : null}
        {url === undefined ? null : isVideo ? (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- files of the user have no captions to offer
          <video {...shared} src={url} playsInline className={styles["video"]} />
        ) : (
          <div className={styles["sound"]}>
            <IconMusic size={56} stroke={1.2} aria-hidden />
            {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- as above */}
            <audio {...shared} src={url} className={styles["audio"]} />
          </div>
        )}
      </div>
    </PreviewFrame>
  );
}
