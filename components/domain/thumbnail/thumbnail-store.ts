import type { FileEntry } from "@/lib/contracts/file";
import { extensionOf } from "@/components/domain/entry/kinds";
import type { EntrySource } from "@/components/domain/entry/entry-source";
import { api } from "@/lib/client/call";
import { urls } from "@/lib/client/urls";
import type { VirtualPath } from "@/lib/shared/paths";
import { makeTurns } from "./thumbnail-turns";

/** About 15 KB each. */
const maxKept = 800;
/** What scrolls past faster than this is not asked for. */
const settleMs = 80;
/** At once: decoding a large picture takes tens of MB and most of a core. */
const maxParallel = 3;
/** Shown as they are: nothing would be gained, or they would lose what they are (drawings, films). */
const asTheyAreBytes = 48 * 1024;
const asTheyAre = new Set(["svg", "gif", "ico"]);

type Kept = { url: string; isRough: boolean };
/** `source`: of a share, or null. */
export type ThumbnailRequest = { path: VirtualPath; entry: FileEntry; isLarge: boolean; source: EntrySource | null };

const kept = new Map<string, Kept>();
const turns = makeTurns(maxParallel);

const keyOf = ({ path, entry, source }: ThumbnailRequest) =>
  source?.inlineUrl(path, entry.mtime) ?? `${entry.mtime} ${path}`;

export function knownThumbnail(request: ThumbnailRequest): string | null {
  return kept.get(keyOf(request))?.url ?? null;
}

export function forgetThumbnail(request: ThumbnailRequest): void {
  keep(keyOf(request), null);
}

function keep(key: string, next: Kept | null): void {
  const before = kept.get(key)?.url;
  if (before?.startsWith("blob:") === true && before !== next?.url) URL.revokeObjectURL(before);
  kept.delete(key);
  if (next !== null) kept.set(key, next);
  const [oldest] = kept.keys();
  if (kept.size > maxKept && oldest !== undefined) keep(oldest, null);
}

/**
 * Asks for a small picture once it has been on the screen for a moment: what the camera put into the file first, and in large tiles
 * then a finer one of the whole. The returned function gives up.
 */
export function askThumbnail(request: ThumbnailRequest, give: (url: string) => void): () => void {
  const stop = new AbortController();
  const timer = setTimeout(() => {
    // A picture is a comfort: without it the icon stays.
    make(request, stop.signal, give).catch(() => {});
  }, settleMs);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

async function make(request: ThumbnailRequest, signal: AbortSignal, give: (url: string) => void): Promise<void> {
  const { path, entry } = request;
  const key = keyOf(request);
  const before = kept.get(key);
  if (before !== undefined && (!before.isRough || !request.isLarge)) return;
  const url = request.source?.inlineUrl(path, entry.mtime) ?? (await ticketUrl(request, signal));
  const done = (made: Kept) => {
    keep(key, made);
    if (!signal.aborted) give(made.url);
  };
  const extension = extensionOf(entry.name);
  if (entry.size <= asTheyAreBytes || asTheyAre.has(extension)) return done({ url, isRough: false });
  // Needed where there are photos only.
  const { pictureInHead, wholeMadeSmall } = await import("./make-thumbnail");
  const source = { url, sizeBytes: entry.size, isJpeg: extension === "jpg" || extension === "jpeg", signal };
  const rough = before === undefined ? await turns.take(() => pictureInHead(source), signal, { isUrgent: true }) : null;
  if (rough !== null) done({ url: URL.createObjectURL(rough), isRough: true });
  if ((before !== undefined || rough !== null) && !request.isLarge) return;
  const fine = await turns.take(() => wholeMadeSmall(source), signal, { isUrgent: false });
  if (fine !== null) done({ url: URL.createObjectURL(fine), isRough: false });
}

async function ticketUrl({ path, entry }: ThumbnailRequest, signal: AbortSignal): Promise<string> {
  const { ticket } = await api.file.ticket({ files: [path] }, { signal });
  return urls.inline(path, ticket, entry.mtime);
}
