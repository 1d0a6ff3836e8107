"use client";

import { useEffect, useEffectEvent } from "react";
import { kindOf } from "@/components/domain/entry/kinds";
import { nameOfEntry, type Neighbours } from "@/components/domain/entry/neighbours";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { useStore } from "@/components/ui/use-store";
import type { FileEntry } from "@/lib/contracts/file";
import { lightTable } from "./light-table-store";

/** The picture after this one, from the last to the first; films and documents are passed over. Null: there is no other. */
export function nextSlide({ shown, position }: Neighbours): FileEntry | null {
  const round = [...shown.slice(position), ...shown.slice(0, Math.max(0, position - 1))];
  return round.find((entry) => kindOf(entry) === "image") ?? null;
}

/** Goes on by itself once a picture has been seen for its time; one that loads slowly keeps all of it. */
export function useSlideshow(
  { neighbours, onNavigate }: Pick<ViewerProps, "neighbours" | "onNavigate">,
  isShown: boolean,
) {
  const { isPlaying, seconds } = useStore(lightTable);
  const goOn = useEffectEvent(() => {
    const name = nameOfEntry(nextSlide(neighbours));
    if (name !== null) onNavigate(name);
  });
  useEffect(() => {
    if (!isPlaying || !isShown) return undefined;
    const timer = setTimeout(() => goOn(), seconds * 1_000);
    return () => clearTimeout(timer);
  }, [isPlaying, isShown, seconds]);
}
