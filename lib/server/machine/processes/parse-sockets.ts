export type NetTable = "tcp" | "tcp6" | "udp" | "udp6";

export type NetSocket = {
  protocol: "tcp" | "udp";
  address: string;
  port: number;
  /** Null: none, as of one that listens. */
  peer: { address: string; port: number } | null;
  isListening: boolean;
  /** By which /proc/<pid>/fd names it. */
  inode: number;
};

/** From net/tcp_states.h; UDP has 7 where there is no peer. */
const listenState = { tcp: "0A", udp: "07" } as const;

/** A table of /proc/net: one socket a line below its title, addresses in hexadecimal words, their bytes from the last (x64 and arm64 alike). */
export function parseSockets(text: string, table: NetTable): NetSocket[] {
  const protocol = table.startsWith("tcp") ? "tcp" : "udp";
  return text
    .split("\n")
    .slice(1)
    .flatMap((line) => {
      const [, local = "", remote = "", state, , , , , , inode] = line.trim().split(/\s+/);
      const [own, other] = [parseEnd(local), parseEnd(remote)];
      if (own === null || other === null || inode === undefined) return [];
      const peer = other.port === 0 ? null : other;
      return [{ protocol, ...own, peer, isListening: state === listenState[protocol], inode: Number(inode) }];
    });
}

function parseEnd(text: string): { address: string; port: number } | null {
  const [, address = "", port = ""] = /^([0-9A-F]{8}|[0-9A-F]{32}):([0-9A-F]{4})$/.exec(text) ?? [];
  if (address === "") return null;
  const bytes = address.match(/.{8}/g)?.flatMap(wordBytes) ?? [];
  return { address: bytes.length === 4 ? bytes.join(".") : shortenV6(bytes), port: Number.parseInt(port, 16) };
}

function wordBytes(word: string): number[] {
  return (word.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)).toReversed();
}

/** RFC 5952; those that stand for a version 4 address as that. */
function shortenV6(bytes: readonly number[]): string {
  if (bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255)
    return bytes.slice(12).join(".");
  const groups = Array.from({ length: 8 }, (_, at) =>
    (((bytes[at * 2] ?? 0) << 8) | (bytes[at * 2 + 1] ?? 0)).toString(16),
  );
  const longest = [...groups.join(":").matchAll(/(?<![0-9a-f])0(?::0)+(?![0-9a-f])/g)]
    .map(([run]) => run)
    .reduce((best, run) => (run.length > best.length ? run : best), "");
  if (longest === "") return groups.join(":");
  const [before, after] = splitOnce(groups.join(":"), longest);
  return `${before.replace(/:$/, "")}::${after.replace(/^:/, "")}`;
}

function splitOnce(text: string, part: string): [string, string] {
  const at = text.search(new RegExp(`(?<![0-9a-f])${part}(?![0-9a-f])`));
  return [text.slice(0, at), text.slice(at + part.length)];
}
