"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { MediaElement } from "@/components/domain/media/media-element";
import { allRoutes } from "@/lib/client/all-routes";
import { buildRequest, readAnswer } from "@/lib/client/call";
import { urls } from "@/lib/client/urls";
import { AppError } from "@/lib/shared/errors";
import type { MediaQuality } from "@/lib/shared/media-qualities";
import type { VirtualPath } from "@/lib/shared/paths";
import { streamFilm } from "./stream-film";

type Props = {
  path: VirtualPath;
  name: string;
  isVideo: boolean;
  durationS: number | null;
  fromS: number;
  quality: MediaQuality;
  /** A stream of the film; undefined: the first. */
  audio: number | undefined;
  onPlayer: (player: HTMLMediaElement | null) => void;
  onTrouble: (error: unknown) => void;
};

/** A film or sound that the server converts while it is played. Another quality or sound goes on where this one was. */
export function StreamedPlayer(props: Props) {
  const { path, name, isVideo, durationS, fromS, quality, audio, onPlayer, onTrouble } = props;
  const [player, setPlayer] = useState<HTMLMediaElement | null>(null);
  const was = useRef({ seconds: fromS, isPlaying: false });
  const onFailed = useEffectEvent(onTrouble);

  useEffect(() => {
    onPlayer(player);
  }, [player, onPlayer]);
  useEffect(() => {
    if (player === null) return undefined;
    const note = () => {
      if (player.readyState > 0) was.current = { seconds: player.currentTime, isPlaying: !player.paused };
    };
    const over = new AbortController();
    for (const event of ["timeupdate", "play", "pause"]) player.addEventListener(event, note, { signal: over.signal });
    if (was.current.isPlaying) void player.play().catch(() => {}); // emptied again before it began
    const end = streamFilm(player, {
      fetchFrom: (start, signal) =>
        fetchFilm({ file: path, start, quality, ...(audio === undefined ? {} : { audio }) }, signal),
      durationS,
      fromS: was.current.seconds,
      onTrouble: (error) => onFailed(error),
    });
    if (end === null) onFailed(null);
    return () => {
      over.abort();
      end?.();
    };
  }, [player, path, durationS, quality, audio]);

  return (
    <MediaElement isVideo={isVideo} name={name} src={undefined} onPlayer={setPlayer} onError={() => onTrouble(null)} />
  );
}

type Wanted = { file: VirtualPath; start: number; quality: MediaQuality; audio?: number };

async function fetchFilm(wanted: Wanted, signal: AbortSignal) {
  const { path, headers } = buildRequest(allRoutes.media.play, wanted);
  const response = await fetch(urls.api(path), { headers, signal });
  const { body } = response;
  if (response.ok && body !== null) return { type: response.headers.get("content-type") ?? "", body };
  await readAnswer(response); // throws what the server said
  throw new AppError("internal");
}
