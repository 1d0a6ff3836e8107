import { useEffect, useEffectEvent } from "react";
import { nameOfEntry, type Neighbours } from "@/components/domain/entry/neighbours";
import type { EntryName } from "@/lib/shared/paths";
import { shownName } from "@/lib/shared/shown-name";

type Options = { name: string; neighbours: Neighbours; onNavigate: (name: EntryName) => void };

const stepS = 10;

/** The keys of keyboards and headphones, and the name where the system shows what plays. */
export function useMediaKeys(player: HTMLMediaElement | null, { name, neighbours, onNavigate }: Options): void {
  const go = useEffectEvent((way: "previous" | "next") => {
    const neighbour = nameOfEntry(neighbours[way]);
    if (neighbour !== null) onNavigate(neighbour);
  });
  useEffect(() => {
    if (player === null || !("mediaSession" in navigator)) return undefined;
    const { mediaSession } = navigator;
    const seek = (bySeconds: number) => (player.currentTime = Math.max(0, player.currentTime + bySeconds));
    const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
      ["seekbackward", ({ seekOffset }) => seek(-(seekOffset ?? stepS))],
      ["seekforward", ({ seekOffset }) => seek(seekOffset ?? stepS)],
      ["seekto", ({ seekTime }) => seek((seekTime ?? player.currentTime) - player.currentTime)],
      ["previoustrack", () => go("previous")],
      ["nexttrack", () => go("next")],
    ];
    mediaSession.metadata = new MediaMetadata({ title: shownName(name) });
    for (const [action, handler] of handlers) setHandler(action, handler);
    return () => {
      mediaSession.metadata = null;
      for (const [action] of handlers) setHandler(action, null);
    };
  }, [player, name]);
}

function setHandler(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    navigator.mediaSession.setActionHandler(action, handler);
  } catch {
    // A browser that does not know this key.
  }
}
