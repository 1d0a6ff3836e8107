import type { UploadProgress } from "@/lib/contracts/upload";
import type { VirtualPath } from "@/lib/shared/paths";
import type { Sender } from "./upload-gate";

/** An upload, or a piece of one, while its bytes come. */
export type Sending = {
  /** Of the whole; a later request of the same is the same row. */
  id: string;
  sender: Sender;
  folder: VirtualPath;
  name: string;
  sizeBytes: number | null;
  /** What the client calls the uploads of its page. */
  run: string | null;
  /** What it brings: which part of the whole, by the id of its upload, and how much of it is there. Null: nothing more, as all is there and is put together. */
  part: { index: string; uploadId: string | null; bytes: () => number } | null;
};

/** `done`: all of it; `part`: a piece of it, or a chunk; `left`: the sender went away; `gone`: and nothing is kept of it. */
export type SendingEnd = "done" | "part" | "left" | "failed" | "gone";

type Entry = Omit<Sending, "part"> & {
  parts: Map<string, NonNullable<Sending["part"]>>;
  open: number;
  startedAt: number;
  beganMs: number;
  leftMs: number;
  /** How the last request ended, which may have brought a part of it. */
  ended: "part" | "left" | "failed";
};

/** A row as it is read for all who look; the contract takes away whose it is. */
export type KnownProgress = UploadProgress & { userId: string };

/** Between the requests of one file, one chunk after the other. */
const graceMs = 2_000;
/** What is over sooner would only flicker. */
const leastMs = 700;
/** What its sender has left is in the list of unfinished uploads after that. */
const leftKeptMs = 600_000;
const failedKeptMs = 60_000;
/** Those that are being sent are fewer than there are lanes; of those that were left the oldest go, first those of whoever has the newest. */
const maxKept = 1_500;
/** Nobody sees more than three states a second. */
const tickMs = 350;

const entries = new Map<string, Entry>();
const listeners = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | null = null;

/** Notes that bytes of an upload come. Returns what says how that ended. */
export function noteSending({ id, part, ...about }: Sending): (end: SendingEnd) => void {
  const nowMs = performance.now();
  const fresh = { parts: new Map(), open: 0, startedAt: Date.now(), beganMs: nowMs, leftMs: nowMs };
  const entry: Entry = { ...(entries.get(id) ?? fresh), ...about, id, ended: "part" };
  entry.open++;
  if (part !== null) entry.parts.set(part.index, part);
  entries.set(id, entry);
  dropOldest(entry);
  tick();
  return (end) => {
    const now = entries.get(id);
    if (now === undefined) return;
    // Nothing of the request is held any longer.
    const bytes = part?.bytes() ?? 0;
    if (part !== null && now.parts.get(part.index) === part) now.parts.set(part.index, { ...part, bytes: () => bytes });
    now.open--;
    now.leftMs = performance.now();
    if (end === "done" || end === "gone") entries.delete(id);
    else now.ended = end;
  };
}

/** An upload was given up. */
export function forgetSending(id: string): void {
  entries.delete(id);
}

function dropOldest(newest: Entry): void {
  if (entries.size <= maxKept) return;
  let oldest: Entry | null = null;
  for (const entry of entries.values()) {
    if (entry.open > 0) continue;
    oldest ??= entry;
    if (entry.sender.userId !== newest.sender.userId) continue;
    oldest = entry;
    break;
  }
  if (oldest !== null) entries.delete(oldest.id);
}

/** What one user has under way, or everybody (null): first what is being sent, and of each the newest. */
export function listSendings(userId: string | null): KnownProgress[] {
  const nowMs = performance.now();
  const listed: KnownProgress[] = [];
  for (const entry of entries.values()) {
    const { open, leftMs, beganMs, ended, sender } = entry;
    const isOld = open === 0 && nowMs - leftMs > (ended === "failed" ? failedKeptMs : leftKeptMs);
    if (isOld) entries.delete(entry.id);
    const lastedMs = (open === 0 ? leftMs : nowMs) - beganMs;
    if (!isOld && lastedMs >= leastMs && (userId === null || sender.userId === userId))
      listed.push(toProgress(entry, nowMs));
  }
  const rank = ({ state }: KnownProgress) => (state === "active" ? 0 : 1);
  return listed.toSorted((one, other) => rank(one) - rank(other) || other.started_at - one.started_at);
}

function toProgress(entry: Entry, nowMs: number): KnownProgress {
  const { id, sender, folder, name, sizeBytes, run, startedAt } = entry;
  let bytes = 0;
  for (const part of entry.parts.values()) bytes += part.bytes();
  return {
    id,
    userId: sender.userId,
    username: sender.username,
    is_own: false,
    name,
    folder,
    bytes: sizeBytes === null ? bytes : Math.min(bytes, sizeBytes),
    size: sizeBytes,
    state: stateOf(entry, bytes, nowMs),
    started_at: startedAt,
    run,
    uploads: [...entry.parts.values()].flatMap(({ uploadId }) => uploadId ?? []),
  };
}

function stateOf({ open, ended, leftMs, sizeBytes }: Entry, bytes: number, nowMs: number): UploadProgress["state"] {
  if (open > 0) return "active";
  if (ended === "failed") return "failed";
  if (ended === "left") return "paused";
  // All of it is there: its end is a matter of the server.
  return nowMs - leftMs < graceMs || bytes === sizeBytes ? "active" : "paused";
}

/** Calls back while uploads move, at most three times a second, and not at all while none does. Returns how to stop. */
export function onUploadsMoved(listener: () => void): () => void {
  listeners.add(listener);
  tick();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stopTicking();
  };
}

function tick(): void {
  if (listeners.size === 0 || ticking !== null) return;
  let quietTicks = 0;
  ticking = setInterval(() => {
    const nowMs = performance.now();
    const isMoving = [...entries.values()].some(({ open, leftMs }) => open > 0 || nowMs - leftMs < graceMs);
    // Once more after the last one: what it has become is to be seen.
    quietTicks = isMoving ? 0 : quietTicks + 1;
    for (const listener of listeners) listener();
    if (quietTicks > 1) stopTicking();
  }, tickMs);
}

function stopTicking(): void {
  if (ticking !== null) clearInterval(ticking);
  ticking = null;
}
