"use client";

import { SegmentedControl, Switch } from "@mantine/core";
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState, useSyncExternalStore } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { formatDuration } from "./format-duration";
import type { CastPlayer, PlayState } from "./play-cast";
import styles from "./recording.module.css";

const speeds = [1, 2, 4, 8] as const;
const nothing: PlayState = { isPlaying: true, isSeeking: false, positionMs: 0, durationMs: 0 };
const subscribeToNothing = () => () => {};

/** What a recording is played with; `player` is null until there is something to play. */
export function PlayerBar({ player, share }: { player: CastPlayer | null; share: number }) {
  const t = useTranslations("terminal.recordings.player");
  const read = () => player?.get() ?? nothing;
  const state = useSyncExternalStore(player?.subscribe ?? subscribeToNothing, read, read);
  const [speed, setSpeed] = useState<number>(speeds[0]);
  const [isShort, setShort] = useState(true);
  const { isPlaying, isSeeking, positionMs, durationMs } = state;
  const [position, duration] = [formatDuration(positionMs), formatDuration(durationMs)];
  const percent = Math.round(share * 100);
  return (
    <div className={styles["bar"]}>
      <input
        type="range"
        className={styles["position"]}
        dir="ltr"
        aria-label={t("position")}
        aria-valuetext={t("positionText", { position, duration })}
        min={0}
        max={Math.max(1, Math.round(durationMs))}
        value={Math.round(positionMs)}
        onChange={({ currentTarget }) => player?.seekTo(Number(currentTarget.value))}
      />
      <div className={styles["controls"]}>
        <IconButton
          data-autofocus
          label={t(isPlaying ? "pause" : "play")}
          icon={isPlaying ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
          onClick={() => player?.setPlaying(!isPlaying)}
        />
        <span className={styles["time"]} dir="ltr">
          {position} / {duration}
        </span>
        <output className={styles["state"]}>
          {share < 1 ? t("loading", { percent }) : isSeeking ? t("seeking") : null}
        </output>
        <SegmentedControl
          aria-label={t("speed")}
          size="xs"
          dir="ltr"
          withItemsBorders={false}
          value={String(speed)}
          data={speeds.map((value) => ({ value: String(value), label: `${value}×` }))}
          onChange={(value) => {
            setSpeed(Number(value));
            player?.setSpeed(Number(value));
          }}
        />
        <Switch
          label={t("shorten")}
          checked={isShort}
          onChange={({ currentTarget }) => {
            setShort(currentTarget.checked);
            player?.setShort(currentTarget.checked);
          }}
        />
      </div>
    </div>
  );
}
