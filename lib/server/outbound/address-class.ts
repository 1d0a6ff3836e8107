import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

/** `public`: for everybody; `lan`: with the right `lan_access`; `never`: for nobody. */
export type AddressClass = "public" | "lan" | "never";

/** Where clouds hand out their machines' secrets, and addresses that answer for a whole platform. */
const metadata = new Set(
  [
    "169.254.169.254",
    "169.254.170.2",
    "169.254.170.23",
    "100.100.100.200",
    "192.0.0.192",
    "168.63.129.16",
    "fd00:ec2::254",
    "fd00:ec2::23",
    "fd20:ce::254",
  ].map((text) => ipaddr.parse(text).toNormalizedString()),
);

const lanRanges = new Set([
  "private",
  "loopback",
  "linkLocal",
  "carrierGradeNat",
  "uniqueLocal",
  "deprecatedSiteLocal",
]);
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");
const plainNat64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/** What an address is good for (RFC 6890 and its registries). Text that is no address is `never`. */
export function classifyAddress(text: string): AddressClass {
  if (!ipaddr.isValid(text)) return "never";
  const address = ipaddr.parse(text);
  if (metadata.has(address.toNormalizedString())) return "never";
  if (address instanceof ipaddr.IPv4) return classOf(address.range());
  const hidden = embedded(address);
  // Nobody's name leads to such an address by accident: what is behind it counts, and it is never open to all.
  if (hidden !== null) return classifyAddress(hidden.toString()) === "never" ? "never" : "lan";
  const found = classOf(address.range());
  return found === "public" && !address.match(globalUnicast) ? "never" : found;
}

function classOf(range: string): AddressClass {
  if (range === "unicast") return "public";
  return lanRanges.has(range) ? "lan" : "never";
}

/** The IPv4 address that a mapped or translated one stands for. */
function embedded(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  const bytes = address.toByteArray();
  const from = (start: number, flip = 0) => new ipaddr.IPv4(bytes.slice(start, start + 4).map((byte) => byte ^ flip));
  switch (address.range()) {
    case "ipv4Mapped":
    case "rfc6145":
      return from(12);
    case "rfc6052":
      return address.match(plainNat64) ? from(12) : null;
    case "6to4":
      return from(2);
    case "teredo":
      return from(12, 0xff);
    default:
      return null;
  }
}

/** The ports at which this server itself listens. */
export const ownPorts = new Set<number>();

/** Whether an address and a port are this server's own: a request of its own must not come back to it with other rights. */
export function isOwnPlace(text: string, port: number): boolean {
  if (!ownPorts.has(port) || !ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() === "loopback") return true;
  const own = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((item) => item.address));
  return own.some((one) => ipaddr.process(one).toNormalizedString() === address.toNormalizedString());
}
