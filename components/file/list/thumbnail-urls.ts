import { api } from "@/lib/client/call";
import { urls } from "@/lib/client/urls";
import type { VirtualPath } from "@/lib/shared/paths";

type Wish = { path: VirtualPath; version: number; give: (url: string | null) => void };

const maxPerTicket = 60;
const maxKept = 600;
const batchDelayMs = 40;
/** Addresses by path and version; a ticket that has run out meanwhile is replaced after the picture failed to load. */
const known = new Map<string, string>();
let waiting: Wish[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

const keyOf = (path: VirtualPath, version: number) => `${version} ${path}`;

export function knownThumbnail(path: VirtualPath, version: number): string | null {
  return known.get(keyOf(path, version)) ?? null;
}

export function forgetThumbnail(path: VirtualPath, version: number): void {
  known.delete(keyOf(path, version));
}

/** Asks for the address of a picture; those asked for within a moment share one ticket. Gives up by the signal. */
export function askThumbnail(path: VirtualPath, version: number, give: Wish["give"]): () => void {
  const wish = { path, version, give };
  waiting.push(wish);
  timer ??= setTimeout(() => void fetchTickets(), batchDelayMs); // it never rejects
  return () => {
    waiting = waiting.filter((one) => one !== wish);
  };
}

async function fetchTickets(): Promise<void> {
  timer = undefined;
  const wishes = waiting.splice(0, maxPerTicket);
  if (waiting.length > 0) timer = setTimeout(() => void fetchTickets(), batchDelayMs);
  if (wishes.length === 0) return;
  try {
    const { ticket } = await api.file.ticket({ files: wishes.map(({ path }) => path) });
    for (const { path, version, give } of wishes) {
      const url = urls.inline(path, ticket, version);
      known.set(keyOf(path, version), url);
      give(url);
    }
    for (const oldest of known.keys()) {
      if (known.size <= maxKept) break;
      known.delete(oldest);
    }
  } catch {
    // A picture is a comfort: without it the icon stays.
    for (const { give } of wishes) give(null);
  }
}
