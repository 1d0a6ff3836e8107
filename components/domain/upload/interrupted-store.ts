import { hasPaused, isOpen, isUploading, type UploadQueue } from "@/lib/client/upload/upload-queue";
import { parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { createStore } from "@/lib/shared/store";
import { randomId } from "@/lib/shared/units";

/** A folder that was being uploaded when its page went: how many of its files the server has. */
export type InterruptedFolder = { id: string; to: VirtualPath; name: string; done: number; total: number };
type Kept = InterruptedFolder & { userId: string; atMs: number; isLeft: boolean };

const storageKey = "filedeck.uploading-folders";
/** A page that crashed has not said that it went. */
const silentMs = 15 * 60_000;
/** As long as the server keeps parts of files. */
const keptMs = 7 * 24 * 60 * 60_000;
const most = 20;

/** What earlier pages of this browser have left behind. */
export const interruptedStore = createStore<readonly InterruptedFolder[]>([]);

/** Told by the page's frame: what one user left is not another's business. */
export const uploadingUser = createStore<string | null>(null);

/** This page's own, by where they go and what they are called. */
const ownIds = new Map<string, string>();

function read(): Kept[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    return []; // written by somebody else, or there is no storage
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== "object" || value === null) return false;
  const { id, userId, name, to, done, total, atMs } = value as Partial<Record<keyof Kept, unknown>>; // each is checked
  const areTexts = [id, userId, name, to].every((text) => typeof text === "string");
  return areTexts && parseVirtualPath(String(to)) !== null && [done, total, atMs].every(Number.isFinite);
}

function write(change: (kept: Kept[]) => Kept[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(change(read()).slice(-most)));
  } catch {
    // Full or forbidden: the folder is not listed after a reload.
  }
}

/** Keeps how far the folders of the queue are; `isLeft`: the page goes now. */
export function keepFolders(queue: UploadQueue, isLeft = false): void {
  const userId = uploadingUser.get();
  if (userId === null) return;
  const found = new Map<string, Kept>();
  const openIds = new Set<string>();
  for (const item of queue.items) {
    const slash = item.label.indexOf("/");
    if (slash < 0 || item.state === "cancelled") continue;
    const name = item.label.slice(0, slash);
    const key = `${item.base}\n${name}`;
    const id = ownIds.get(key) ?? randomId();
    ownIds.set(key, id);
    const own = { id, userId, to: item.base, name };
    const folder = found.get(key) ?? { ...own, done: 0, total: 0, atMs: Date.now(), isLeft };
    folder.total++;
    if (item.state === "done" || item.state === "skipped") folder.done++;
    if (isOpen(item)) openIds.add(id);
    found.set(key, folder);
  }
  const open = [...found.values()].filter((folder) => openIds.has(folder.id));
  const own = new Set(ownIds.values());
  write((kept) => [...kept.filter(({ id }) => !own.has(id)), ...open]);
}

/** What pages that are gone have left behind. */
export function loadInterrupted(userId: string): void {
  uploadingUser.set(userId);
  const nowMs = Date.now();
  const own = new Set(ownIds.values());
  const isGone = ({ isLeft, atMs }: Kept) => isLeft || nowMs - atMs > silentMs;
  write((kept) => kept.filter(({ atMs }) => nowMs - atMs < keptMs));
  interruptedStore.set(read().filter((one) => one.userId === userId && !own.has(one.id) && isGone(one)));
}

export function forgetInterrupted(ids: ReadonlySet<string>): void {
  write((kept) => kept.filter(({ id }) => !ids.has(id)));
  interruptedStore.set((folders) => folders.filter(({ id }) => !ids.has(id)));
}

/** Whether a page that goes now would leave something behind. */
export function isUnfinished(queue: UploadQueue): boolean {
  return isUploading(queue) || hasPaused(queue);
}
