import { AppError } from "@/lib/shared/errors";
import { isEntryName, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { isOwnName } from "@/lib/server/storage/own-names";
import type { Entry, FolderChange } from "@/lib/server/storage/storage";
import type { MemoryResolver } from "./memory-resolver";
import { entryOf } from "./memory-volume";

const coalesceMs = 100;
const maxNames = 1_000;

type Watch = { onChange: (change: FolderChange) => void; signal: AbortSignal };

/** See {@link Storage.watch}. */
export function watchMemoryFolder(
  { findFolder, policy }: MemoryResolver,
  path: VirtualPath,
  { onChange, signal }: Watch,
): void {
  if (signal.aborted) throw new AppError("request/cancelled");
  const { node: folder, real } = findFolder(path);
  const isSeen = (name: string): name is EntryName =>
    isEntryName(name) && !isOwnName(name) && policy.access(`${real}/${name}`) !== "none";
  let names = new Set<string>();
  let isGone = false;
  let timer: NodeJS.Timeout | null = null;

  function leave(): void {
    if (timer !== null) clearTimeout(timer);
    folder.viewers.delete(tell);
  }

  function deliver(): void {
    timer = null;
    const changed = names;
    names = new Set();
    if (isGone) {
      leave();
      onChange({ gone: true });
    } else if (changed.size > maxNames) onChange({ overflow: true });
    else {
      const seen = [...changed].filter(isSeen);
      const upsert: Entry[] = seen.flatMap((name) => {
        const node = folder.nodes.get(name);
        return node === undefined ? [] : [entryOf(name, node)];
      });
      const removed = seen.filter((name) => !folder.nodes.has(name));
      if (seen.length > 0) onChange({ upsert, removed });
    }
  }

  function tell(name: string | null): void {
    if (name === null) isGone = true;
    else if (names.size <= maxNames) names.add(name);
    timer ??= setTimeout(deliver, coalesceMs).unref();
  }

  folder.viewers.add(tell);
  signal.addEventListener("abort", leave, { once: true });
}
