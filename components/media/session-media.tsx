"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import { kindOf } from "@/components/domain/entry/kinds";
import { NativePlayer } from "@/components/domain/media/native-player";
import { CannotShow } from "@/components/domain/viewing/cannot-show";
import { PreviewFrame } from "@/components/domain/viewing/preview-frame";
import { useDownload } from "@/components/domain/viewing/use-download";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { useErrorText } from "@/components/layout/use-error-text";
import { useCachedMe } from "@/components/layout/use-me";
import { LoadingState } from "@/components/ui/state/loading-state";
import { allRoutes } from "@/lib/client/all-routes";
import { queryOf } from "@/lib/client/query-of";
import { AppError } from "@/lib/shared/errors";
import { audioOf, firstQuality, hasPicture, qualitiesOf, subtitlesOf, wayToPlay } from "./media-options";
import { MediaTools, type MediaChoice } from "./media-tools";
import { StreamedPlayer } from "./streamed-player";
import { useMediaKeys } from "./use-media-keys";
import { usePosition } from "./use-position";
import { useStreamName } from "./use-stream-name";
import { useSubtitles } from "./use-subtitles";

const canPlay = (type: string) => document.createElement("video").canPlayType(type) !== "";
const once = { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false };

/** A film or sound of the session's own places: the server converts what the browser cannot play, and keeps where somebody stopped. */
export default function SessionMedia(props: ViewerProps) {
  const { path, entry, neighbours, onNavigate } = props;
  const t = useTranslations("open.media");
  const errorText = useErrorText();
  const download = useDownload(path);
  const nameOf = useStreamName();
  const me = useCachedMe();
  const [player, setPlayer] = useState<HTMLMediaElement | null>(null);
  const [chosen, setChosen] = useState<Partial<MediaChoice>>({});
  const [trouble, setTrouble] = useState<{ way: string; error: unknown } | null>(null);

  const look = useQuery({ ...queryOf(allRoutes.media.getFacts, { file: path }), ...once, staleTime: 60_000 });
  const place = useQuery({ ...queryOf(allRoutes.media.getPosition, { file: path }), ...once, gcTime: 0 });
  const facts = look.data?.facts ?? null;
  const choice = { rate: 1, quality: firstQuality(facts, canPlay), audio: undefined, subtitles: "", ...chosen };
  const hasFailed = trouble !== null;
  const isWaiting = place.isPending;
  const found = wayToPlay({
    name: entry.name,
    answer: look.data,
    isPending: look.isPending,
    hasFailed,
    choice,
    canPlay,
  });
  const way = trouble?.way === "streamed" || trouble?.error instanceof Error ? "none" : isWaiting ? "wait" : found;

  const subtitles = subtitlesOf(look.data, path, nameOf);
  const shown = useSubtitles(player, subtitles.find(({ id }) => id === choice.subtitles) ?? null);
  usePosition(player, { path, isOn: me !== undefined && me.viewer === null });
  useMediaKeys(player, { name: entry.name, neighbours, onNavigate });
  const { rate } = choice;
  useEffect(() => {
    if (player !== null) setRate(player, rate);
  }, [player, rate]);
  const onNativeTrouble = useCallback((error: Error | null) => setTrouble({ way: "native", error }), []);

  if (way === "none") {
    const error = trouble?.error ?? (look.data?.problem === "no-program" ? new AppError("media/no-program") : null);
    return (
      <PreviewFrame {...props}>
        <CannotShow
          title={t("unplayable")}
          hint={error === null ? t("unplayableHint") : errorText(error)}
          onDownload={download}
        />
      </PreviewFrame>
    );
  }
  const fromS = place.data?.seconds ?? 0;
  const isVideo = hasPicture(facts, kindOf(entry));
  return (
    <PreviewFrame
      {...props}
      below={
        <MediaTools
          player={player}
          choice={choice}
          qualities={qualitiesOf(facts)}
          audio={audioOf(facts, nameOf)}
          subtitles={isVideo ? subtitles.map(({ id, label }) => ({ value: id, label })) : []}
          error={shown.error}
          isLoading={shown.isFetching}
          onChoose={(change) => setChosen((before) => ({ ...before, ...change }))}
        />
      }
    >
      {way === "wait" ? (
        <LoadingState />
      ) : way === "native" ? (
        <NativePlayer path={path} entry={entry} fromS={fromS} onPlayer={setPlayer} onTrouble={onNativeTrouble} />
      ) : (
        <StreamedPlayer
          path={path}
          name={entry.name}
          isVideo={isVideo}
          durationS={facts?.durationS ?? null}
          fromS={fromS}
          quality={choice.quality}
          audio={choice.audio}
          onPlayer={setPlayer}
          onTrouble={(error) => setTrouble({ way: "streamed", error })}
        />
      )}
    </PreviewFrame>
  );
}

/** The next part of a film that is converted keeps it, too. */
function setRate(player: HTMLMediaElement, rate: number): void {
  player.defaultPlaybackRate = rate;
  player.playbackRate = rate;
}
