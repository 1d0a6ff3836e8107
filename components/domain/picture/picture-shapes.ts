import { createStore } from "@/lib/shared/store";

const byKey = new Map<string, number>();
/** Shapes (width by height) seen so far, by the picture's key. */
export const pictureShapes = createStore<ReadonlyMap<string, number>>(new Map());

/** What is drawn together is laid out anew together. */
const gatherMs = 120;
/** A folder of the largest size, twice over; the oldest are forgotten. */
const most = 200_000;
let timer: ReturnType<typeof setTimeout> | null = null;

/** Notes a shape as it was measured; tells whoever looks at most eight times a second. */
export function noteShape(key: string, ratio: number): void {
  if (!(ratio > 0) || !Number.isFinite(ratio)) return;
  const known = byKey.get(key);
  // Small pictures round their sizes: what was known before is not moved by a hair.
  if (known !== undefined && Math.abs(known / ratio - 1) < 0.03) return;
  byKey.set(key, ratio);
  if (byKey.size > most) for (const oldest of byKey.keys()) if (byKey.delete(oldest)) break;
  timer ??= setTimeout(() => {
    timer = null;
    pictureShapes.set(new Map(byKey));
  }, gatherMs);
}
