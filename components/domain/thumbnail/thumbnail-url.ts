import type { FileEntry } from "@/lib/contracts/file";
import type { EntrySource } from "@/components/domain/entry/entry-source";
import { api } from "@/lib/client/call";
import { urls } from "@/lib/client/urls";
import type { VirtualPath } from "@/lib/shared/paths";
import { previewSizes } from "@/lib/shared/preview-sizes";

/** What scrolls past faster than this is not asked for; what comes into sight together has one ticket. */
const settleMs = 80;
/** A ticket is good for six hours. */
const ticketMs = 5 * 60 * 60_000;
const ticketPaths = 500;
const maxKept = 20_000;

export type ThumbnailRequest = { path: VirtualPath; entry: FileEntry; isLarge: boolean; source: EntrySource | null };

type Ticket = { ticket: string; untilMs: number };
const tickets = new Map<VirtualPath, Ticket>();
let gathered: { paths: Set<VirtualPath>; ticket: Promise<Ticket> } | null = null;

const addressWith = ({ path, entry, isLarge, source }: ThumbnailRequest, ticket: string | undefined) => {
  const wanted = { size: previewSizes[isLarge ? 1 : 0], version: entry.mtime };
  if (source !== null) return source.thumbnailUrl(path, wanted);
  return ticket === undefined ? null : urls.thumbnail(path, { ticket, ...wanted });
};

/** The address of a small picture, where it is known at once. */
export function knownThumbnail(request: ThumbnailRequest): string | null {
  const known = tickets.get(request.path);
  return addressWith(request, known !== undefined && known.untilMs > Date.now() ? known.ticket : undefined);
}

/** After it could not be shown: its ticket may be one that the server has forgotten. */
export function forgetThumbnail({ path }: ThumbnailRequest): void {
  tickets.delete(path);
}

/** Gives the address once the entry has been in sight for a moment; other sources need no ticket. The returned function gives up. */
export function askThumbnail(request: ThumbnailRequest, give: (url: string | null) => void): () => void {
  if (request.source !== null) {
    give(addressWith(request, undefined));
    return () => {};
  }
  let isOver = false;
  const timer = setTimeout(() => {
    // A picture is a comfort: without it the icon stays.
    ticketFor(request.path).then(
      ({ ticket }) => isOver || give(addressWith(request, ticket)),
      () => {},
    );
  }, settleMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

async function ticketFor(path: VirtualPath): Promise<Ticket> {
  const known = tickets.get(path);
  if (known !== undefined && known.untilMs > Date.now()) return known;
  gathered = gathered !== null && gathered.paths.size < ticketPaths ? gathered : gather();
  gathered.paths.add(path);
  return gathered.ticket;
}

/** One ticket for all whose turn comes in this moment. */
function gather(): NonNullable<typeof gathered> {
  const paths = new Set<VirtualPath>();
  return { paths, ticket: askTicket(paths) };
}

async function askTicket(paths: Set<VirtualPath>): Promise<Ticket> {
  await new Promise((resolve) => setTimeout(resolve));
  if (gathered?.paths === paths) gathered = null;
  const { ticket } = await api.file.ticket({ files: [...paths], each: true });
  const made = { ticket, untilMs: Date.now() + ticketMs };
  if (tickets.size + paths.size > maxKept) tickets.clear();
  for (const path of paths) tickets.set(path, made);
  return made;
}
