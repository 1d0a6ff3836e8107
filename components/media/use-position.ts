import { useEffect } from "react";
import { api } from "@/lib/client/call";
import type { VirtualPath } from "@/lib/shared/paths";

const everyS = 10;
/** Nobody goes on with the first seconds, nor with the end. */
const leastS = 5;
const endS = 15;

/** Keeps the second at which somebody stops, for them alone: now and then, in a pause, and when the player goes. */
export function usePosition(
  player: HTMLMediaElement | null,
  { path, isOn }: { path: VirtualPath; isOn: boolean },
): void {
  useEffect(() => {
    if (player === null || !isOn) return undefined;
    const over = new AbortController();
    let [atS, savedS] = [Number.NaN, Number.NaN];
    const save = () => {
      if (Number.isNaN(atS) || atS === savedS) return;
      savedS = atS;
      // It is a comfort: where it cannot be kept, the film begins at its beginning.
      void api.media.setPosition({ file: path, seconds: atS }).catch(() => {});
    };
    const note = () => {
      // A player that is emptied is at 0.
      if (player.readyState === 0 || player.seeking) return;
      const { currentTime, duration } = player;
      const isOver = player.ended || duration - currentTime < Math.min(endS, duration / 20);
      if (currentTime < leastS && Number.isNaN(atS)) return;
      atS = currentTime < leastS || isOver ? 0 : currentTime;
      if (Number.isNaN(savedS) || Math.abs(atS - savedS) >= everyS) save();
    };
    const pause = () => {
      note();
      save();
    };
    player.addEventListener("timeupdate", note, { signal: over.signal });
    for (const event of ["pause", "seeked", "ended"]) player.addEventListener(event, pause, { signal: over.signal });
    window.addEventListener("pagehide", save, { signal: over.signal });
    return () => {
      over.abort();
      save();
    };
  }, [player, path, isOn]);
}
