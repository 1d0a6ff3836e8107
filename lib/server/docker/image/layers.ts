import type { TreeProgress } from "@/lib/server/storage/storage";
import type { DaemonMessage } from "./read-messages";

type Layer = { bytes: number; isWhole: boolean };

const wholeWords = new Set(["Pull complete", "Already exists"]);
const mostLayers = 1_000;

/** How far a pull is, by what the daemon says of each layer. */
export function createLayers() {
  const layers = new Map<string, Layer>();
  let current = "";
  let isNew = true;

  function hear({ id, status = "", progressDetail, progress }: DaemonMessage): void {
    if (status.startsWith("Status: Image is up to date")) isNew = false;
    if (id === undefined || status.startsWith("Pulling from") || (layers.size >= mostLayers && !layers.has(id))) return;
    const layer = layers.get(id) ?? { bytes: 0, isWhole: false };
    layers.set(id, layer);
    if (status === "Downloading") layer.bytes = Math.max(layer.bytes, progressDetail?.current ?? 0);
    if (wholeWords.has(status)) layer.isWhole = true;
    const share = progress === undefined ? "" : ` ${progress.replace(/^\[[^\]]*\]\s*/, "")}`;
    current = `${id} · ${status}${share}`;
  }

  return {
    hear,
    /** `files`: layers that are whole. */
    progress(): TreeProgress {
      const all = [...layers.values()];
      return {
        files: all.filter(({ isWhole }) => isWhole).length,
        bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
        current,
      };
    },
    /** False where what is here is what the registry has. */
    isNew: () => isNew,
  };
}
