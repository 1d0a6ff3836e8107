import { limits } from "./limits";
import { createTurns } from "./turns";

/** Whose turn it is to have a folder read out to them as it is, for the browser or over WebDAV. */
export const listingTurns = createTurns(limits.listings);
