import { openFlags, sys, closeQuietly } from "@/lib/server/storage/local/sys/sys";
import { atPath, openStanding } from "./inside-root";
import type { ContainerProcess } from "./open-process";

const freshMs = 10_000;
/** More than any list of accounts; what is behind is not read. */
const maxBytes = 262_144;

/** The container's own names of accounts and groups; null for a number that has none there. */
export function createNames(process: ContainerProcess) {
  const known = new Map<string, { names: ReadonlyMap<number, string>; atMs: number }>();

  async function namesIn(file: string): Promise<ReadonlyMap<number, string>> {
    const kept = known.get(file);
    if (kept !== undefined && performance.now() - kept.atMs < freshMs) return kept.names;
    const names = parseNames(await readStart(process, file).catch(() => "")); // without a list there are no names
    known.set(file, { names, atMs: performance.now() });
    return names;
  }

  return {
    async of(uid: number, gid: number) {
      const [users, groups] = await Promise.all([namesIn("/etc/passwd"), namesIn("/etc/group")]);
      return { owner: users.get(uid) ?? null, group: groups.get(gid) ?? null };
    },
  };
}

/** passwd(5) and group(5): the name, a field, the number. */
function parseNames(text: string): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (const line of text.split("\n")) {
    const [name = "", , number = ""] = line.split(":", 3);
    if (name !== "" && name.length <= 64 && /^\d{1,10}$/.test(number) && !names.has(Number(number)))
      names.set(Number(number), name);
  }
  return names;
}

function readStart(process: ContainerProcess, file: string): Promise<string> {
  return atPath(process, file, async (inside) => {
    const fd = await openStanding(inside, openFlags.read);
    try {
      const bytes = Buffer.alloc(maxBytes);
      return bytes.toString("utf8", 0, await sys.read(fd, bytes, 0, maxBytes, 0));
    } finally {
      await closeQuietly(fd);
    }
  });
}
