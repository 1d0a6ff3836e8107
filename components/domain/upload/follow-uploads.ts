import { speedOf, withSample, type SpeedSample } from "@/components/domain/transfer/speed-meter";
import { keepChannel } from "@/lib/client/channel";
import { createLiveTable } from "@/lib/client/live-rows";
import { isOwnRun } from "@/lib/client/upload/own-run";
import type { UploadProgress } from "@/lib/contracts/upload";
import type { UserData } from "@/lib/contracts/user";
import { interruptedStore, loadInterrupted } from "./interrupted-store";
import { isAnythingLeft, movingUploads, type MovingUpload } from "./moving-uploads";
import { loadUnfinished, unfinishedStore } from "./unfinished-store";

const progress = createLiveTable<UploadProgress>((hear, end) => keepChannel("upload/progress", {}, hear, end));

let all: readonly MovingUpload[] = [];
let samples: ReadonlyMap<string, readonly SpeedSample[]> = new Map();
let isFollowing = false;

/** Asks what was not sent to its end, and tells from now on what is being sent; the server says so three times a second. */
export function followUploads({ id, putOffUploads }: Pick<UserData, "id" | "putOffUploads">): void {
  if (!isFollowing) {
    isFollowing = true;
    progress.subscribe(take);
    for (const store of [unfinishedStore, interruptedStore]) store.subscribe(publish);
  }
  loadInterrupted(id);
  // What is missing from the list can be seen after the next load: no reason to trouble anybody now.
  loadUnfinished(putOffUploads).catch(() => {});
}

function publish(): void {
  const sentIds = new Set(all.flatMap(({ upload }) => (upload.state === "active" ? upload.uploads : [])));
  const isLeft = unfinishedStore.get().some(({ id }) => !sentIds.has(id));
  isAnythingLeft.set(isLeft || interruptedStore.get().length > 0);
  movingUploads.set({ all, left: progress.get().left, elsewhere: all.filter(isElsewhere), sentIds });
}

function take(): void {
  const atMs = performance.now();
  const uploads = [...(progress.get().rows?.values() ?? [])];
  const sampled = ({ id, bytes, state }: UploadProgress) =>
    state === "active" ? withSample(samples.get(id) ?? [], { atMs, bytes }) : [];
  samples = new Map(uploads.map((upload) => [upload.id, sampled(upload)]));
  all = uploads.map((upload) => ({
    upload,
    fraction: upload.size === null || upload.size === 0 ? null : Math.min(1, upload.bytes / upload.size),
    bytesPerSecond: speedOf(samples.get(upload.id) ?? []),
  }));
  publish();
}

/** This tab's are in its own panel; what nobody sends any more is where it can be gone on with. */
function isElsewhere({ upload: { is_own: isOwn, run, state, uploads } }: MovingUpload): boolean {
  const isOffered = state !== "active" && unfinishedStore.get().some(({ id }) => uploads.includes(id));
  return isOwn && !isOwnRun(run) && !isOffered;
}
