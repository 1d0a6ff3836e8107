import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import { AppError } from "@/lib/shared/errors";

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];
export type Wanted = { subnet: string; gateway: string; ip_range: string };

/** Private addresses, of which nobody outside has any. */
const privateRanges: ReadonlySet<string> = new Set(["private", "uniqueLocal", "carrierGradeNat"]);
const shortest = { ipv4: 8, ipv6: 32 };
const longest = { ipv4: 30, ipv6: 126 };

/**
 * What Docker is asked for; null where it is to choose. A route to a range that is in use already would cut this machine off from it, and one to public
 * addresses would take them away: those are for administrators. Throws network/subnet, network/subnet-taken, auth/root-only.
 */
export function subnetFor({ subnet, gateway, ip_range }: Wanted, { isRoot }: { isRoot: boolean }) {
  if (subnet === "") {
    if (gateway !== "" || ip_range !== "") throw new AppError("network/subnet", { text: gateway || ip_range });
    return null;
  }
  const range = rangeOf(subnet);
  const [address, bits] = range;
  const kind = address.kind();
  const isPlain = ipaddr.parseCIDR(networkOf(range)).toString() === range.toString();
  if (!isPlain || bits < shortest[kind] || bits > longest[kind]) throw new AppError("network/subnet", { text: subnet });
  if (ip_range !== "") {
    const part = rangeOf(ip_range);
    if (part[0].kind() !== kind || part[1] < bits || !part[0].match(range))
      throw new AppError("network/subnet", { text: ip_range });
  }
  if (gateway !== "") {
    const isInside =
      ipaddr.isValid(gateway) && ipaddr.parse(gateway).kind() === kind && ipaddr.parse(gateway).match(range);
    if (!isInside) throw new AppError("network/subnet", { text: gateway });
  }
  const taken = takenBy(range);
  if (taken !== null) throw new AppError("network/subnet-taken", { text: taken });
  if (!privateRanges.has(address.range()) && !isRoot) throw new AppError("auth/root-only");
  return {
    Subnet: subnet,
    ...(gateway === "" ? {} : { Gateway: gateway }),
    ...(ip_range === "" ? {} : { IPRange: ip_range }),
  };
}

/** The range of one of this machine's interfaces that has addresses in common with this one; null where there is none. */
function takenBy(range: Range): string | null {
  for (const one of Object.values(networkInterfaces()).flat()) {
    if (one === undefined || one.cidr === null || one.internal) continue;
    const [address, bits] = ipaddr.parseCIDR(one.cidr);
    if (address.kind() !== range[0].kind()) continue;
    const [wide, narrow]: [Range, ipaddr.IPv4 | ipaddr.IPv6] =
      bits <= range[1] ? [[address, bits], range[0]] : [range, address];
    if (narrow.match(wide)) return one.cidr;
  }
  return null;
}

function rangeOf(text: string): Range {
  if (!ipaddr.isValidCIDR(text)) throw new AppError("network/subnet", { text });
  return ipaddr.parseCIDR(text);
}

/** The first address of it, with its length. */
function networkOf([address, bits]: Range): string {
  const text = `${address.toString()}/${bits}`;
  const first =
    address.kind() === "ipv4" ? ipaddr.IPv4.networkAddressFromCIDR(text) : ipaddr.IPv6.networkAddressFromCIDR(text);
  return `${first.toString()}/${bits}`;
}
