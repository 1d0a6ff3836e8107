import { createUploadEngine, type UploadPorts } from "./upload-engine";
import type { NewUpload } from "./upload-item";
import { applyUpload } from "./upload-changes";
import { newUploadQueue } from "./upload-queue";

/** For tests: an engine over a world in which everything succeeds at once, but for what the ports given do. */
export function engineFor(uploads: NewUpload[], ports: Partial<UploadPorts>) {
  const queue = newUploadQueue();
  applyUpload(queue, { type: "add", uploads });
  const world: UploadPorts = {
    send: async () => ({ type: "stored", isVerified: true }),
    canSendMany: true,
    sendMany: async () => ({ type: "stored", failures: new Map() }),
    isNeedless: async () => false,
    discard: () => {},
    createFolder: async () => {},
    isServerUp: async () => true,
    pause: async () => {},
    ...ports,
  };
  return { queue, engine: createUploadEngine(queue, world, () => {}) };
}

/** After everything that is ready to go on has gone on. */
export const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
