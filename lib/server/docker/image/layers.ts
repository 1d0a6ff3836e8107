import type { PullLayer } from "@/lib/contracts/docker-images";
import type { TreeProgress } from "@/lib/server/storage/storage";
import type { DaemonMessage } from "./read-messages";

/** What the daemon says of a layer, and what that is. Other words change nothing. */
const states: Readonly<Record<string, PullLayer["state"]>> = {
  "Pulling fs layer": "waiting",
  Waiting: "waiting",
  Downloading: "downloading",
  "Verifying Checksum": "downloaded",
  "Download complete": "downloaded",
  Extracting: "extracting",
  "Pull complete": "done",
  "Already exists": "known",
};
const mostLayers = 1_000;
const longestId = 64;

/** How far a pull is, by what the daemon says of each layer. */
export function createLayers() {
  const layers = new Map<string, PullLayer>();
  let current = "";
  let isNew = true;

  function hear({ id, status = "", progressDetail, progress }: DaemonMessage): void {
    if (status.startsWith("Status: Image is up to date")) isNew = false;
    if (id === undefined || status.startsWith("Pulling from") || (layers.size >= mostLayers && !layers.has(id))) return;
    const before = layers.get(id) ?? { id: id.slice(0, longestId), state: "waiting", bytes: 0, total: null };
    const state = states[status] ?? before.state;
    const { current: bytes = 0, total } = progressDetail ?? {};
    layers.set(id, {
      ...before,
      state,
      ...(state === "downloading" ? { bytes: Math.max(before.bytes, bytes), total: total ?? before.total } : {}),
      // Of what came at once the daemon never said how much it is.
      ...(state === "downloaded" && before.total !== null ? { bytes: before.total } : {}),
    });
    const share = progress === undefined ? "" : ` ${progress.replace(/^\[[^\]]*\]\s*/, "")}`;
    current = `${id} · ${status}${share}`;
  }

  return {
    hear,
    /** In the order in which they were first told of. */
    all: (): PullLayer[] => [...layers.values()],
    /** `files`: layers that are whole. */
    progress(): TreeProgress {
      const all = [...layers.values()];
      return {
        files: all.filter(({ state }) => state === "done" || state === "known").length,
        bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
        current,
      };
    },
    /** False where what is here is what the registry has. */
    isNew: () => isNew,
  };
}

export type Layers = ReturnType<typeof createLayers>;
