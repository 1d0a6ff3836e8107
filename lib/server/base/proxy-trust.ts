import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import { proxySecretHeader } from "@/lib/contracts/proxy-rules";
import type { Env } from "./env";
import { isSame } from "./keys";

/** In the case that Node gives to names. */
const secretHeader = proxySecretHeader.toLowerCase();

/**
 * What the other end of a connection is. An address is no proof: containers, terminals and SSH forwards share it.
 * - `none`: anybody
 * - `unproven`: has a configured proxy's address, and did not send the secret that is configured: anybody as well
 * - `believed`: has a configured proxy's address, and no secret is configured. What it says of browsers counts, whom it names does not.
 * - `proven`: has the address and sent the secret
 */
export type ProxyTrust = "none" | "unproven" | "believed" | "proven";

type Proxies = Pick<Env, "trustedProxies" | "proxySecret">;

const judged = new WeakMap<IncomingMessage, ProxyTrust>();

/** Who sent a request. Takes the secret out of it, so that nothing behind this sees it. */
export function trustOf(env: Proxies, req: IncomingMessage): ProxyTrust {
  const known = judged.get(req);
  if (known !== undefined) return known;
  const trust = judge(env, { address: req.socket.remoteAddress ?? "", secret: takeSecret(req) });
  judged.set(req, trust);
  return trust;
}

/** Whether forwarded headers count. */
export function isBelieved(trust: ProxyTrust): boolean {
  return trust === "believed" || trust === "proven";
}

function judge(env: Proxies, { address, secret }: { address: string; secret: string }): ProxyTrust {
  if (!isProxyAddress(env, address)) return "none";
  if (env.proxySecret === null) return "believed";
  const { proxySecret } = env;
  // A proxy may have been told twice. A browser's own beside it means that it passes on what it gets.
  return secret.split(", ").every((one) => isSame(one, proxySecret)) ? "proven" : "unproven";
}

/** Empty without. */
function takeSecret({ headers, rawHeaders }: IncomingMessage): string {
  const given = [headers[secretHeader]].flat().join(", ");
  delete headers[secretHeader];
  // Node counts on their number.
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === secretHeader) rawHeaders[at + 1] = "";
  return given;
}

/** Whether an address is one of the configured proxies', whoever has it. */
export function isProxyAddress({ trustedProxies: proxies }: Pick<Env, "trustedProxies">, address: string): boolean {
  const plain = plainAddress(address);
  if (proxies.length === 0 || !ipaddr.isValid(plain)) return false;
  const parsed = ipaddr.process(plain);
  return proxies.some((proxy) => {
    if (!proxy.includes("/")) return ipaddr.isValid(proxy) && ipaddr.process(proxy).toString() === parsed.toString();
    const [range, bits] = ipaddr.parseCIDR(proxy);
    return range.kind() === parsed.kind() && parsed.match([range, bits]);
  });
}

/** An IPv4 address as a server for both sees it is that address. */
export function plainAddress(address: string): string {
  return address.startsWith("::ffff:") ? address.slice(7) : address;
}
