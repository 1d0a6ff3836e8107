import { speedOf, withSample, type SpeedSample } from "@/components/file/speed-meter";
import { arePanelsHidden } from "@/components/file/transfer-panels";
import { createUploadEngine } from "./upload-engine";
import { uploadPorts } from "./upload-ports";
import { applyUpload, isUploading, newUploadQueue, type NewUpload, type UploadQueue } from "./upload-queue";
import { uploadEngine, uploadStore } from "./upload-store";

const tickMs = 250;
/** Uploads that all went well need no closing. */
const shownAfterwardsMs = 10_000;
let ticking: ReturnType<typeof setInterval> | null = null;
let samples: readonly SpeedSample[] = [];
let hasChanged = false;

/** Puts uploads into the queue and starts. Loaded with the first upload. */
export function runUploads(uploads: readonly NewUpload[]): void {
  const { queue } = uploadStore.get();
  arePanelsHidden.set(false);
  applyUpload(queue, { type: "add", uploads });
  engineOf().pump();
  ticking ??= startTicking();
  publish();
}

export function retryUpload(id: number | "all"): void {
  const { queue } = uploadStore.get();
  applyUpload(queue, id === "all" ? { type: "retry-all" } : { type: "retry", id });
  engineOf().pump();
  ticking ??= startTicking();
  publish();
}

/** Forgets everything that is over; only once nothing is under way. */
export function closeUploads(): void {
  if (isUploading(uploadStore.get().queue)) return;
  uploadEngine.set(null);
  uploadStore.set((view) => ({ ...view, queue: newUploadQueue(), version: 0, bytesPerSecond: 0, isMinimised: false }));
}

function engineOf() {
  const running = uploadEngine.get();
  if (running !== null) return running;
  const engine = createUploadEngine(uploadStore.get().queue, uploadPorts, () => {
    hasChanged = true;
  });
  uploadEngine.set(engine);
  return engine;
}

function publish(): void {
  hasChanged = false;
  uploadStore.set((view) => ({ ...view, version: view.version + 1, bytesPerSecond: speedOf(samples) }));
}

const guard = (event: BeforeUnloadEvent) => event.preventDefault();

/** Progress arrives hundreds of times a second; the screen hears of it four times. */
function startTicking(): ReturnType<typeof setInterval> {
  addEventListener("beforeunload", guard);
  const timer = setInterval(() => {
    const { queue } = uploadStore.get();
    samples = withSample(samples, { atMs: performance.now(), bytes: queue.sentBytes });
    if (!isUploading(queue)) {
      clearInterval(timer);
      ticking = null;
      samples = [];
      removeEventListener("beforeunload", guard);
      publish();
      if (queue.counts.failed === 0) setTimeout(() => closeIfOver(queue), shownAfterwardsMs);
    } else if (hasChanged || queue.isOffline) publish();
  }, tickMs);
  return timer;
}

/** Closes the panel unless more was uploaded meanwhile. */
function closeIfOver(queue: UploadQueue): void {
  if (uploadStore.get().queue === queue && ticking === null && queue.counts.failed === 0) closeUploads();
}
