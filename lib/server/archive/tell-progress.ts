import type { TreeProgress } from "@/lib/server/storage/storage";

const everyMs = 100;

/** Passes on what is told, ten times a second at most: inside a file there is something new with every chunk. */
export function tellProgress(onProgress: (progress: TreeProgress) => void): (progress: TreeProgress) => void {
  let toldMs = -Infinity;
  return (progress) => {
    const nowMs = performance.now();
    if (nowMs - toldMs < everyMs) return;
    toldMs = nowMs;
    onProgress(progress);
  };
}
