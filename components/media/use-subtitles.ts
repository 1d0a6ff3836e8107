import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { allRoutes } from "@/lib/client/all-routes";
import { queryOf } from "@/lib/client/query-of";
import type { VirtualPath } from "@/lib/shared/paths";

export type SubtitleChoice = {
  id: string;
  label: string;
  language: string;
  file: VirtualPath;
  /** Of the film; without it the file is one of subtitles. */
  stream: number | undefined;
};

/** Shows what was chosen in the player; null: nothing. */
export function useSubtitles(player: HTMLMediaElement | null, choice: SubtitleChoice | null) {
  const { data, error, isFetching } = useQuery({
    ...queryOf(allRoutes.media.getSubtitles, {
      file: choice?.file ?? "none",
      ...(choice?.stream === undefined ? {} : { stream: choice.stream }),
    }),
    enabled: choice !== null,
    staleTime: Infinity,
    retry: false,
  });
  const label = choice?.label ?? "";
  const language = choice?.language ?? "";
  useEffect(() => {
    if (player === null || data === undefined) return undefined;
    const track = player.addTextTrack("subtitles", label, language);
    for (const { startS, endS, text } of data.cues) track.addCue(new VTTCue(startS, endS, text));
    track.mode = "showing";
    return () => {
      // A track cannot be taken away: it loses what it says.
      track.mode = "hidden";
      for (const cue of Array.from(track.cues ?? [])) track.removeCue(cue);
      track.mode = "disabled";
    };
  }, [player, data, label, language]);
  return { error, isFetching };
}
