import type { IncomingMessage } from "node:http";

/** Headers by which browsers and proxies of Next ask it for something else than the address says. */
const ofNext = /^(?:next-|rsc$|x-nextjs-|x-middleware-|x-invoke-|x-matched-path$|x-now-route-matches$|x-prerender-)/;

/**
 * Leaves of a request what Next needs to find a route handler: Next would refuse addresses that are not UTF-8, redirect others, and read a query in the square of
 * its length. The call has been described from the request before.
 */
export function hideFromNext(req: IncomingMessage, address: string): void {
  req.url = address;
  for (const name of Object.keys(req.headers)) if (ofNext.test(name)) delete req.headers[name];
}
