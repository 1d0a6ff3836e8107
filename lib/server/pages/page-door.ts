import type { VisitorDefaults } from "@/lib/contracts/appearance";
import type { Look } from "@/lib/shared/look";

/** What may be told of a share to whoever only has its link. */
export type DescribedShare = { title: string; note: string; url: string; imageUrl: string | null };

/**
 * All that pages and route handlers know of the server. Next bundles whatever a page imports once more, with state of its own; this module is no more than
 * a type and a place that both bundles know, so what is behind it exists once.
 */
export type PageDoor = {
  basePath: string;
  /** Answers the call of the API that a route handler was handed. */
  answerCall: () => Promise<Response>;
  /** What a link preview may tell of a share to the visitor of the page that is being made; null where it may tell nothing. */
  describeShare: (link: string) => Promise<DescribedShare | null>;
  /** How the installation calls itself, and what those see who have chosen nothing. */
  getLook: () => Look & VisitorDefaults;
};

const place = Symbol.for("filedeck.pages");
const store = globalThis as unknown as Record<symbol, PageDoor | undefined>; // the one place where the two bundles meet

export function openPageDoor(door: PageDoor): void {
  store[place] = door;
}

/** Null where pages are made without the server: in Next's build. */
export function pageDoor(): PageDoor | null {
  return store[place] ?? null;
}
