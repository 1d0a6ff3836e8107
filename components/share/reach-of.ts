import ipaddr from "ipaddr.js";

/** What keeps others from an address, or from using it safely: it leads to their own computer, to a private network, or is not encrypted. */
export type Reach = "computer" | "network" | "plain";

const ownNames = /^(?:localhost|.+\.localhost)$/;
/** RFC 6762, 8375, and what routers call their networks. */
const networkNames = /\.(?:local|lan|home|internal|intranet|corp|home\.arpa)$/;
const ownRanges: ReadonlySet<string> = new Set(["loopback", "unspecified"]);
const networkRanges: ReadonlySet<string> = new Set(["private", "uniqueLocal", "linkLocal", "carrierGradeNat"]);

/** Null where nothing is known to keep anybody from it. */
export function reachOf(address: string): Reach | null {
  const { hostname, protocol } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const range = ipaddr.isValid(host) ? ipaddr.process(host).range() : null;
  if (ownNames.test(host) || ownRanges.has(range ?? "")) return "computer";
  if (networkRanges.has(range ?? "") || networkNames.test(host)) return "network";
  if (range === null && !host.includes(".")) return "network";
  return protocol === "https:" ? null : "plain";
}
