import { limits } from "@/lib/server/limits";
import { remember } from "@/lib/server/remember";
import { createTurns } from "@/lib/server/turns";

/** Whose turn it is to have a folder read out to them as it is, for the browser or over WebDAV. */
export const listingTurns = remember("listing-turns", () => createTurns(limits.listings));
