import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { AppError } from "@/lib/shared/errors";
import { classifyAddress, isOwnPlace } from "./address-class";

export type Address = { address: string; family: number };
export type Resolve = (host: string) => Promise<readonly Address[]>;

export type Reach = {
  /** Whether the actor holds `lan_access`. */
  lan: boolean;
  /** For tests, which must not depend on a name server. */
  resolve?: Resolve;
};

const askSystem: Resolve = (host) => lookup(host, { all: true, verbatim: true });
const allPorts: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/**
 * The addresses of a URL's host that may be connected to, resolved once: whoever connects to one of these and asks no more cannot be
 * led elsewhere by a name that changes (DNS rebinding). Throws outbound/address, outbound/unreachable, outbound/lan, outbound/blocked.
 */
export async function resolveTarget(url: URL, { lan, resolve = askSystem }: Reach): Promise<readonly Address[]> {
  const { host, literal } = hostOf(url);
  return allowedOf(url, literal === null ? await findAddresses(host, resolve) : [literal], lan);
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

async function findAddresses(host: string, resolve: Resolve): Promise<readonly Address[]> {
  const found = await resolve(host).catch((error: unknown) => {
    throw new AppError("outbound/unreachable", {}, { cause: error });
  });
  if (found.length === 0) throw new AppError("outbound/unreachable");
  return found;
}
