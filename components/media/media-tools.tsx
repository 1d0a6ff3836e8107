"use client";

import { NativeSelect } from "@mantine/core";
import { IconPictureInPicture } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { useErrorText } from "@/components/layout/use-error-text";
import type { MediaQuality } from "@/lib/shared/media-qualities";
import styles from "./media-tools.module.css";

export type Option<T> = { value: T; label: string };
export type MediaChoice = { rate: number; quality: MediaQuality; audio: number | undefined; subtitles: string };

type Props = {
  player: HTMLMediaElement | null;
  choice: MediaChoice;
  /** A list of one is no choice. */
  qualities: readonly MediaQuality[];
  audio: readonly Option<number>[];
  subtitles: readonly Option<string>[];
  /** Of the subtitles. */
  error: Error | null;
  isLoading: boolean;
  onChoose: (change: Partial<MediaChoice>) => void;
};

const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

/** Below the player: what browsers' own controls do not have. */
export function MediaTools({ player, choice, qualities, audio, subtitles, error, isLoading, onChoose }: Props) {
  const t = useTranslations("media");
  const format = useFormatter();
  const errorText = useErrorText();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would be laid out as one
    <div className={styles["tools"]} role="group" aria-label={t("options")}>
      <Choice
        label={t("speed")}
        value={String(choice.rate)}
        options={rates.map((rate) => ({ value: String(rate), label: `${format.number(rate)}×` }))}
        onChange={(value) => onChoose({ rate: Number(value) })}
      />
      <Choice
        label={t("quality")}
        value={choice.quality}
        options={qualities.map((value) => ({ value, label: value === "original" ? t("original") : `${value}p` }))}
        onChange={(value) => {
          const quality = qualities.find((one) => one === value);
          if (quality !== undefined) onChoose({ quality });
        }}
      />
      <Choice
        label={t("audio")}
        value={String(choice.audio ?? audio[0]?.value)}
        options={audio.map(({ value, label }) => ({ value: String(value), label }))}
        onChange={(value) => onChoose({ audio: Number(value) })}
      />
      <Choice
        label={t("subtitles")}
        value={choice.subtitles}
        options={subtitles.length === 0 ? [] : [{ value: "", label: t("off") }, ...subtitles]}
        onChange={(value) => onChoose({ subtitles: value })}
      />
      {player instanceof HTMLVideoElement && document.pictureInPictureEnabled ? (
        <IconButton
          label={t("pictureInPicture")}
          icon={<IconPictureInPicture size={18} />}
          onClick={() => void togglePicture(player)}
        />
      ) : null}
      <output className={styles["note"]}>
        {error !== null ? errorText(error) : isLoading ? t("loadingSubtitles") : ""}
      </output>
    </div>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly Option<string>[];
  onChange: (value: string) => void;
};

function Choice({ label, value, options, onChange }: ChoiceProps) {
  if (options.length < 2) return null;
  return (
    <label className={styles["choice"]}>
      <span>{label}</span>
      <NativeSelect
        size="xs"
        value={value}
        data={[...options]}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  );
}

async function togglePicture(player: HTMLVideoElement): Promise<void> {
  try {
    if (document.pictureInPictureElement === player) await document.exitPictureInPicture();
    else await player.requestPictureInPicture();
  } catch {
    // Nothing is loaded yet, or the browser does not allow it now: the film stays where it is.
  }
}
