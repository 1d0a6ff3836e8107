import { api } from "@/lib/client/call";
import { urls } from "@/lib/client/urls";
import type { VirtualPath } from "@/lib/shared/paths";

const maxKept = 600;
/** A ticket that scrolls past faster than this is not asked for. */
const settleMs = 80;
/** Addresses by path and version; one that has run out is forgotten when its picture fails to load. */
const known = new Map<string, string>();

const keyOf = (path: VirtualPath, version: number) => `${version} ${path}`;

export function knownThumbnail(path: VirtualPath, version: number): string | null {
  return known.get(keyOf(path, version)) ?? null;
}

export function forgetThumbnail(path: VirtualPath, version: number): void {
  known.delete(keyOf(path, version));
}

/** Asks for the address of a picture once it has been on the screen for a moment; the returned function gives up. */
export function askThumbnail(path: VirtualPath, version: number, give: (url: string) => void): () => void {
  const stop = new AbortController();
  const ask = async () => {
    try {
      const { ticket } = await api.file.ticket({ files: [path] }, { signal: stop.signal });
      const url = urls.inline(path, ticket, version);
      known.set(keyOf(path, version), url);
      const [oldest] = known.keys();
      if (known.size > maxKept && oldest !== undefined) known.delete(oldest);
      if (!stop.signal.aborted) give(url);
    } catch {
      // A picture is a comfort: without it the icon stays.
    }
  };
  const timer = setTimeout(() => void ask(), settleMs); // it never rejects
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}
