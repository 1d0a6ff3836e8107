import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import { hostFiles } from "@/lib/server/process/account-files";

export type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];
/** Addresses that mean something to this machine. `text`: what is said of them. */
export type UsedRange = { range: Range; text: string };

/** Of the machine's first process, which is the host's where that may be seen, and our own. */
const spaces = ["/proc/1/net", "/proc/net"];
const resolvers = ["/etc/resolv.conf", "/run/systemd/resolve/resolv.conf"];
const bytesPerWord = 4;

/** Where this machine reaches others: its addresses, its routes of all tables but those for everything, and whom it asks for names and sends to. */
export async function usedRanges(): Promise<readonly UsedRange[]> {
  const read = async (path: string) => (await hostFiles.read(path)) ?? "";
  const all = (name: string) => spaces.map((space) => read(`${space}/${name}`));
  const [routes, tries, routes6, named] = await Promise.all([
    Promise.all(all("route")),
    Promise.all(all("fib_trie")),
    Promise.all(all("ipv6_route")),
    Promise.all(resolvers.map(read)),
  ]);
  return [
    ...routes.flatMap(parseRoutes),
    ...routes6.flatMap(parseRoutes6),
    ...tries.flatMap(parseTrie),
    ...named.flatMap(parseResolver),
    ...ownAddresses(),
  ];
}

/** What has addresses in common with this range; null for nothing. */
export function overlapOf([address, bits]: Range, used: readonly UsedRange[]): string | null {
  for (const { range, text } of used) {
    if (range[0].kind() !== address.kind()) continue;
    const [wide, narrow]: [Range, ipaddr.IPv4 | ipaddr.IPv6] =
      range[1] <= bits ? [range, address] : [[address, bits], range[0]];
    if (narrow.match(wide)) return text;
  }
  return null;
}

/** proc(5): words as this machine stores them. */
export function parseRoutes(text: string): UsedRange[] {
  return text
    .split("\n")
    .slice(1)
    .flatMap((line) => {
      const [name = "", to = "", by = "", , , , , mask = ""] = line.trim().split(/\s+/);
      const [destination, gateway, netmask] = [wordOf(to), wordOf(by), wordOf(mask)];
      const bits = netmask?.prefixLengthFromSubnetMask() ?? null;
      return destination === null || bits === null ? [] : [...routeTo(destination, bits, name), ...hostAt(gateway)];
    });
}

export function parseRoutes6(text: string): UsedRange[] {
  return text.split("\n").flatMap((line) => {
    const [to = "", length = "", , , by = "", , , , , name = ""] = line.trim().split(/\s+/);
    const [destination, gateway] = [address6Of(to), address6Of(by)];
    const bits = Number.parseInt(length, 16);
    return destination === null || Number.isNaN(bits) ? [] : [...routeTo(destination, bits, name), ...hostAt(gateway)];
  });
}

/** All tables of IPv4, of which `route` is one: leaves with the lengths of their routes below them. */
export function parseTrie(text: string): UsedRange[] {
  let leaf: ipaddr.IPv4 | null = null;
  return text.split("\n").flatMap((line) => {
    const at = /\|-- ([\d.]+)$/.exec(line)?.[1];
    if (at !== undefined) leaf = ipaddr.IPv4.isValid(at) ? ipaddr.IPv4.parse(at) : null;
    const bits = /^\s*\/(\d+) /.exec(line)?.[1];
    return leaf === null || bits === undefined ? [] : routeTo(leaf, Number(bits), "");
  });
}

export function parseResolver(text: string): UsedRange[] {
  return [...text.matchAll(/^[ \t]*nameserver[ \t]+([\da-fA-F:.]+)/gm)].flatMap(([, server = ""]) =>
    ipaddr.isValid(server) ? hostAt(ipaddr.parse(server)) : [],
  );
}

function ownAddresses(): UsedRange[] {
  return Object.entries(networkInterfaces()).flatMap(([name, all = []]) =>
    all.flatMap(({ cidr, internal }) =>
      cidr === null || internal ? [] : [{ range: ipaddr.parseCIDR(cidr), text: `${cidr} (${name})` }],
    ),
  );
}

/** None for one that leads everywhere. */
function routeTo(destination: ipaddr.IPv4 | ipaddr.IPv6, bits: number, name: string): UsedRange[] {
  const text = `${destination.toString()}/${bits}${name === "" ? "" : ` (${name})`}`;
  return bits === 0 ? [] : [{ range: [destination, bits], text }];
}

function hostAt(address: ipaddr.IPv4 | ipaddr.IPv6 | null): UsedRange[] {
  if (address === null || address.range() === "unspecified") return [];
  return [{ range: [address, address.kind() === "ipv4" ? 32 : 128], text: address.toString() }];
}

function wordOf(hex: string): ipaddr.IPv4 | null {
  if (!/^[0-9A-F]{8}$/.test(hex)) return null;
  const bytes = Buffer.from(new Uint32Array([Number.parseInt(hex, 16)]).buffer);
  return new ipaddr.IPv4([...bytes.subarray(0, bytesPerWord)]);
}

function address6Of(hex: string): ipaddr.IPv6 | null {
  return /^[0-9a-f]{32}$/.test(hex) ? new ipaddr.IPv6([...Buffer.from(hex, "hex")]) : null;
}
