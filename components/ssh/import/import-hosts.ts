import { api } from "@/lib/client/call";
import type { SshHost } from "@/lib/contracts/ssh";
import type { ConfiguredHost } from "./parse-config";

type Options = { username: string; known: readonly Pick<SshHost, "id" | "name" | "address" | "is_own">[] };

/** Saves hosts of a configuration, and then by which of them, or of those that are there, they are reached. */
export async function importHosts(hosts: readonly ConfiguredHost[], { username, known }: Options): Promise<number> {
  const ids = new Map(
    known
      .filter(({ is_own: isOwn }) => isOwn)
      .flatMap(({ id, name, address }) => [[address, id] as const, [name, id] as const]),
  );
  const made: { id: string; jump: ConfiguredHost["jump"] }[] = [];
  for (const { name, address, port, keepAlive, jump, username: user } of hosts) {
    const { id } = await api.ssh.createHost({
      name,
      address,
      port,
      username: user || username,
      ...(keepAlive === null ? {} : { keep_alive_seconds: keepAlive }),
    });
    ids.set(name, id);
    made.push({ id, jump });
  }
  for (const { id, jump } of made) {
    if (jump === null) continue;
    const { name: address, port, username: user } = jump;
    let jumpId = ids.get(address);
    if (jumpId === undefined) {
      // It is named by its address alone, and by no host of the configuration.
      jumpId = (await api.ssh.createHost({ name: address, address, port, username: user || username })).id;
      ids.set(address, jumpId);
    }
    if (jumpId !== id) await api.ssh.updateHost({ id, jump_id: jumpId });
  }
  return made.length;
}
