import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { AppError } from "@/lib/shared/errors";
import { createTurns } from "@/lib/server/base/turns";
import { classifyAddress, isOwnPlace } from "./address-class";

export type Address = { address: string; family: number };
export type Resolve = (host: string) => Promise<readonly Address[]>;

export type Reach = {
  /** Whether the actor holds `lan_access`. */
  lan: boolean;
  /** Whose wish it is: names of one user are looked up one after the other. Without one it is the server's own, which waits for no turn. */
  holder?: string;
  /** For tests, which must not depend on a name server. */
  resolve?: Resolve;
};

/** The system is asked in two threads at most, and a name server that never answers keeps one for tens of seconds: one of them is never the same user's. */
const turns = createTurns({ atOnce: 1, inAll: 2, maxWaiting: 100, maxWaitMs: 20_000 });

const askSystem: Resolve = (host) => lookup(host, { all: true, verbatim: true });
const allPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/**
 * The addresses of a URL's host that may be connected to, resolved once: whoever connects to one of these and asks no more cannot be
 * led elsewhere by a name that changes (DNS rebinding). Throws outbound/address, outbound/unreachable, outbound/lan, outbound/blocked.
 */
export async function resolveTarget(
  url: URL,
  { lan, holder, resolve = askSystem }: Reach,
): Promise<readonly Address[]> {
  const { host, literal } = hostOf(url);
  const ask = holder === undefined ? resolve : inTurnOf(holder, resolve);
  return allowedOf(url, literal === null ? await findAddresses(host, ask) : [literal], lan);
}

/** The same for what can be told without asking a name server. */
export function assertLiteralAllowed(url: URL, { lan }: Reach): void {
  const { literal } = hostOf(url);
  if (literal !== null) allowedOf(url, [literal], lan);
}

/** URL has made dotted decimals of other ways to write an IPv4 address. */
function hostOf({ hostname }: URL): { host: string; literal: Address | null } {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const family = isIP(host);
  return { host, literal: family === 0 ? null : { address: host, family } };
}

function allowedOf(url: URL, found: readonly Address[], lan: boolean): readonly Address[] {
  const port = url.port === "" ? allPorts[url.protocol] : Number(url.port);
  if (port === undefined || url.hostname === "") throw new AppError("outbound/address");
  const allowed = found.filter(({ address }) => {
    const kind = classifyAddress(address);
    return (kind === "public" || (kind === "lan" && lan)) && !isOwnPlace(address, port);
  });
  if (allowed.length > 0) return allowed;
  const isLan = !lan && found.some(({ address }) => classifyAddress(address) === "lan" && !isOwnPlace(address, port));
  throw new AppError(isLan ? "outbound/lan" : "outbound/blocked");
}

function inTurnOf(holder: string, resolve: Resolve): Resolve {
  return async (host) => {
    const leave = await turns(holder, new AbortController().signal);
    // Nobody can call it back: whoever has waited long enough goes on, and the turn lasts until it has ended.
    return resolve(host).finally(leave);
  };
}

async function findAddresses(host: string, resolve: Resolve): Promise<readonly Address[]> {
  const found = await resolve(host).catch((error: unknown) => {
    throw new AppError("outbound/unreachable", {}, { cause: error });
  });
  if (found.length === 0) throw new AppError("outbound/unreachable");
  return found;
}
