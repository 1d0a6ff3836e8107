"use client";

import { IconMusic } from "@tabler/icons-react";
import { useCallback, type KeyboardEvent, type SyntheticEvent } from "react";
import { shownName } from "@/lib/shared/shown-name";
import { readVolume, storeVolume } from "./volume";
import styles from "./media-viewer.module.css";

/** Time goes from left to right on a mirrored page, too. */
const stepsS: Readonly<Record<string, number>> = { ArrowLeft: -5, ArrowRight: 5 };

type Props = {
  isVideo: boolean;
  name: string;
  /** None for a player that gets it by its element. */
  src: string | undefined;
  /** What is to be said above it. */
  note?: string | null;
  onPlayer: (player: HTMLMediaElement | null) => void;
  onLoaded?: (player: HTMLMediaElement) => void;
  onError: (player: HTMLMediaElement) => void;
};

/** The browser's own player, with the volume of the last film on this device. */
export function MediaElement({ isVideo, name, src, note = null, onPlayer, onLoaded, onError }: Props) {
  const take = useCallback(
    (player: HTMLMediaElement | null) => {
      // It comes after its address, when the overlay has given the focus away already.
      player?.focus({ preventScroll: true });
      onPlayer(player);
    },
    [onPlayer],
  );
  const shared = {
    ref: take,
    controls: true,
    preload: "metadata" as const,
    "aria-label": shownName(name),
    "data-autofocus": true,
    onLoadedMetadata: ({ currentTarget: player }: SyntheticEvent<HTMLMediaElement>) => {
      const { volume, muted } = readVolume();
      player.volume = volume;
      player.muted = muted;
      onLoaded?.(player);
    },
    // Browsers differ in how far their own go, and some go nowhere.
    onKeyDown: (event: KeyboardEvent<HTMLMediaElement>) => {
      const stepS = stepsS[event.key];
      if (stepS === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      event.preventDefault();
      const player = event.currentTarget;
      const endS = Number.isFinite(player.duration) ? player.duration : Infinity;
      player.currentTime = Math.min(endS, Math.max(0, player.currentTime + stepS));
    },
    onError: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => onError(currentTarget),
    onVolumeChange: ({ currentTarget: { volume, muted } }: SyntheticEvent<HTMLMediaElement>) =>
      storeVolume({ volume, muted }),
  };
  return (
    <div className={styles["stage"]} data-kind={isVideo ? "video" : "audio"}>
      {note === null ? null : <output className={styles["note"]}>{note}</output>}
      {isVideo ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- subtitles are chosen below; files of the user may have none
        <video {...shared} {...(src === undefined ? {} : { src })} playsInline className={styles["video"]} />
      ) : (
        <div className={styles["sound"]}>
          <IconMusic size={56} stroke={1.2} aria-hidden />
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- as above */}
          <audio {...shared} {...(src === undefined ? {} : { src })} className={styles["audio"]} />
        </div>
      )}
    </div>
  );
}
