import type { TerminalSize } from "@/lib/shared/terminals";
import { castStart, type CastTime } from "./cast";

/** How the screen was at the beginning of a piece, and when. */
export type Keyframe = { piece: number; size: TerminalSize; last: CastTime; drawn: string };

/** Pieces from one to the next, at first. */
const firstSpacing = 32;
const most = 64;

/** States of the screen that was drawn, so that an earlier time need not be drawn from the beginning. Of a long recording, the ones that are kept lie further apart. */
export function createKeyframes(size: TerminalSize) {
  let kept: Keyframe[] = [{ piece: 0, size, last: castStart, drawn: "" }];
  let spacing = firstSpacing;
  return {
    /** Whether that of a piece's beginning should be kept. */
    isDue: (piece: number): boolean => piece >= (kept.at(-1)?.piece ?? 0) + spacing,
    keep(keyframe: Keyframe): void {
      kept.push(keyframe);
      if (kept.length <= most) return;
      kept = kept.filter((_, index) => index % 2 === 0);
      spacing *= 2;
    },
    /** The last one before a time. */
    find(ms: number, timeOf: (time: CastTime) => number): Keyframe {
      const found = kept.findLast(({ last }) => timeOf(last) <= ms) ?? kept[0];
      if (found === undefined) throw new Error("the first is never dropped");
      return found;
    },
  };
}
