import { awaitArrival } from "@/components/domain/folder/arrivals";
import { conflictQuestion } from "@/components/domain/transfer/conflict-store";
import { speedOf, withSample, type SpeedSample } from "@/components/domain/transfer/speed-meter";
import { arePanelsHidden } from "@/components/domain/transfer/transfer-panels";
import type { Words } from "@/components/domain/entry/words";
import { showToast } from "@/components/ui/toast/toast-store";
import type { UploadSetting } from "@/lib/contracts/upload";
import type { VirtualPath } from "@/lib/shared/paths";
import { AppError } from "@/lib/shared/errors";
import { createUploadEngine, type UploadPorts } from "@/lib/client/upload/upload-engine";
import { applyUpload, smallFileBytes } from "@/lib/client/upload/upload-changes";
import {
  hasPaused,
  isAllDone,
  isUploading,
  mostParallel,
  newUploadQueue,
  type UploadQueue,
} from "@/lib/client/upload/upload-queue";
import type { NewUpload, UploadItem } from "@/lib/client/upload/upload-item";
import { askTaken } from "./ask-taken";
import { isUnfinished, keepFolders } from "./interrupted-store";
import { uploadEngine, uploadStore } from "./upload-store";

const tickMs = 250;
/** How often it is written down how far folders are. */
const keepMs = 5_000;
let keptMs = -Infinity;
let ticking: ReturnType<typeof setInterval> | null = null;
let samples: readonly SpeedSample[] = [];
let fileSamples = new Map<number, readonly SpeedSample[]>();
let hasChanged = false;
let words: Words | null = null;
let tellReplaced: Run["onReplaced"] | null = null;
/** Uploads whose taken name has been asked about. */
const askedIds = new Set<number>();
/** Of each folder that is uploaded into: its first upload of this run, and what is called when all is over. */
const arriving = new Map<VirtualPath, { firstId: number; end: (names: readonly string[]) => void }>();

/** `ports`: where they go; the same for all until the panel is closed. */
type Run = {
  words: Words;
  limits: Pick<UploadSetting, "perUser">;
  ports: UploadPorts;
  /** All are over, and some may have replaced files. Must not reject. */
  onReplaced?: (words: Words) => Promise<void>;
};

/** Puts uploads into the queue and starts. Loaded with the first upload. */
export function runUploads(uploads: readonly NewUpload[], { words: wordsNow, limits, ports, onReplaced }: Run): void {
  const { queue } = uploadStore.get();
  words = wordsNow;
  tellReplaced = onReplaced ?? null;
  queue.maxParallel = Math.min(mostParallel, limits.perUser);
  arePanelsHidden.set(false);
  // What was over has folded itself up.
  if (ticking === null) uploadStore.set((view) => ({ ...view, isMinimised: false }));
  for (const { base } of uploads)
    if (!arriving.has(base)) arriving.set(base, { firstId: queue.items.length, end: awaitArrival(base) });
  applyUpload(queue, { type: "add", uploads });
  uploadEngine.set(uploadEngine.get() ?? createEngine(ports));
  watchLeaving();
  uploadEngine.get()?.pump();
  ticking ??= startTicking();
  publish();
}

export function retryUploads(ids: readonly number[] | "all"): void {
  const { queue } = uploadStore.get();
  if (ids === "all") applyUpload(queue, { type: "retry-all" });
  else for (const id of ids) applyUpload(queue, { type: "retry", id });
  uploadEngine.get()?.pump();
  ticking ??= startTicking();
  publish();
}

const isTaken = (item: UploadItem) => item.state === "failed" && item.error === "file/exists";

/** Asks about a name that was taken, and about the others of the same fate. */
export async function settleTaken(id: number): Promise<void> {
  const { items } = uploadStore.get().queue;
  const taken = items.filter(isTaken).toSorted((a, b) => Number(b.id === id) - Number(a.id === id));
  for (const item of taken) askedIds.add(item.id);
  const choices = await askTaken(taken).catch((error: unknown) => {
    if (words !== null) showToast({ kind: "error", message: words.errorText(error) });
    return null;
  });
  for (const item of taken.filter(isTaken)) {
    const choice = choices?.get(item.label);
    if (choice === "skip") uploadEngine.get()?.cancel([item.id]);
    else if (choice !== undefined)
      applyUpload(uploadStore.get().queue, { type: "retry", id: item.id, conflict: choice });
  }
  uploadEngine.get()?.pump();
  ticking ??= startTicking();
  publish();
}

/** At the end of it all, those whose names turned out to be taken are asked about once; the panel offers it again. */
function askAtEnd({ items }: UploadQueue): boolean {
  const first = items.find((item) => isTaken(item) && !askedIds.has(item.id));
  // Another question is open: that one is not taken away.
  if (first === undefined || conflictQuestion.get() !== null) return false;
  void settleTaken(first.id); // it never rejects
  return true;
}

/** Lets some or all that were held go on. */
export function resumeUploads(ids: readonly number[] | "all"): void {
  const engine = uploadEngine.get();
  if (ids === "all") engine?.resumeAll();
  else engine?.resume(ids);
  ticking ??= startTicking();
  publish();
}

/** Forgets everything that is over; only once nothing is under way. */
export function closeUploads(): void {
  const { queue } = uploadStore.get();
  if (isUploading(queue) || hasPaused(queue)) return;
  uploadEngine.set(null);
  askedIds.clear();
  uploadStore.set((view) => ({
    ...view,
    queue: newUploadQueue(),
    version: 0,
    bytesPerSecond: 0,
    tookMs: 0,
    isMinimised: false,
  }));
}

function createEngine(ports: UploadPorts) {
  return createUploadEngine(uploadStore.get().queue, ports, () => {
    hasChanged = true;
    // After the end, or while all are paused, nothing ticks.
    if (ticking === null) publish();
  });
}

function publish(): void {
  hasChanged = false;
  const fileSpeeds = new Map([...fileSamples].map(([id, own]) => [id, speedOf(own)]));
  uploadStore.set((view) => ({ ...view, version: view.version + 1, bytesPerSecond: speedOf(samples), fileSpeeds }));
  if (ticking === null) keepFolders(uploadStore.get().queue);
}

/** Small files are over before their speed is known. */
function sampleFiles({ items }: UploadQueue, atMs: number): void {
  const next = new Map<number, readonly SpeedSample[]>();
  for (const { id, state, sizeBytes, sentBytes, isGoingOn } of items)
    if (state === "sending" && !isGoingOn && sizeBytes >= smallFileBytes)
      next.set(id, withSample(fileSamples.get(id) ?? [], { atMs, bytes: sentBytes }));
  fileSamples = next;
}

let isWatching = false;

/** From the first upload on: what is paused is left behind as well. */
function watchLeaving(): void {
  if (isWatching) return;
  isWatching = true;
  addEventListener("beforeunload", (event) => {
    if (isUnfinished(uploadStore.get().queue)) event.preventDefault();
  });
  addEventListener("pagehide", () => keepFolders(uploadStore.get().queue, true));
}

/** Progress arrives hundreds of times a second; the screen hears of it four times. */
function startTicking(): ReturnType<typeof setInterval> {
  const startedMs = performance.now();
  const timer = setInterval(() => {
    const { queue } = uploadStore.get();
    samples = withSample(samples, { atMs: performance.now(), bytes: queue.sentBytes - queue.standingBytes });
    sampleFiles(queue, performance.now());
    if (performance.now() - keptMs > keepMs) {
      keptMs = performance.now();
      keepFolders(queue);
    }
    if (!isUploading(queue)) {
      clearInterval(timer);
      ticking = null;
      samples = [];
      fileSamples.clear();
      const tookMs = performance.now() - startedMs;
      uploadStore.set((view) => ({
        ...view,
        tookMs: view.tookMs + tookMs,
        isMinimised: view.isMinimised || isAllDone(queue),
      }));
      publish();
      endArrivals(queue);
      const isAsking = askAtEnd(queue);
      if (words !== null && !isAsking) tellFailures(queue, words);
      if (words !== null && !isAsking && mayHaveReplaced(queue)) void tellReplaced?.(words); // it never rejects
    } else if (hasChanged || queue.isOffline) publish();
  }, tickMs);
  return timer;
}

/** One that was left behind has the policy of its beginning, which the server knows. */
function mayHaveReplaced({ items }: UploadQueue): boolean {
  return items.some(({ state, conflict, url }) => state === "done" && (conflict === "replace" || url !== null));
}

/** Names that an upload got instead of a taken one are learnt from the folder. */
function endArrivals({ items }: UploadQueue): void {
  for (const [base, { firstId, end }] of arriving) {
    const done = items.filter(
      ({ id, base: of, state, conflict }) => id >= firstId && of === base && state === "done" && conflict !== "rename",
    );
    end([...new Set(done.map(({ label }) => label.split("/")[0] ?? label))]);
  }
  arriving.clear();
}

/** The panel may be closed or out of sight: the list of notifications keeps what went wrong. */
function tellFailures({ items, counts: { failed } }: UploadQueue, { t, errorText }: Words): void {
  const first = items.find(({ state }) => state === "failed");
  if (first === undefined) return;
  const reason = errorText(new AppError(first.error ?? "internal"));
  showToast({ kind: "error", message: t("uploadsFailed", { count: failed, name: first.label, reason }), press: null });
}
