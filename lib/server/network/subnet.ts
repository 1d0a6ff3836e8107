import ipaddr from "ipaddr.js";
import { AppError } from "@/lib/shared/errors";
import { overlapOf, usedRanges, type Range } from "./used-ranges";

export type Wanted = { subnet: string; gateway: string; ip_range: string };

const shortest = { ipv4: 8, ipv6: 32 };
const longest = { ipv4: 30, ipv6: 126 };

/**
 * What Docker is asked for; null where it is to choose, which it does among ranges that lead nowhere yet. A route of a network goes before the machine's own: whoever
 * chose its addresses could take those of others for themselves, which is for administrators, and one to what is in use would cut this machine off from it. Throws
 * network/subnet, network/subnet-taken, auth/root-only.
 */
export async function subnetFor({ subnet, gateway, ip_range }: Wanted, { isRoot }: { isRoot: boolean }) {
  if (!isRoot && (subnet !== "" || gateway !== "" || ip_range !== "")) throw new AppError("auth/root-only");
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
  const taken = overlapOf(range, await usedRanges());
  if (taken !== null) throw new AppError("network/subnet-taken", { text: taken });
  return {
    Subnet: subnet,
    ...(gateway === "" ? {} : { Gateway: gateway }),
    ...(ip_range === "" ? {} : { IPRange: ip_range }),
  };
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
