import type { IncomingMessage } from "node:http";

/**
 * Leaves of a request what Next needs to find a route handler: Next would refuse addresses and hosts that are no URL, redirect others, read a query in the square of its length,
 * take some headers for its own, and write others. The call has been described from the request before; what its body is read by stays.
 */
export function hideFromNext(req: IncomingMessage, address: string): void {
  const { "content-length": length, "transfer-encoding": coding } = req.headers;
  req.url = address;
  // The description keeps the object that was here.
  req.headers = {
    host: "localhost",
    ...(length === undefined ? {} : { "content-length": length }),
    ...(coding === undefined ? {} : { "transfer-encoding": coding }),
  };
}
