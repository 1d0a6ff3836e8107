import { AppError } from "@/lib/shared/errors";
import type { Db } from "@/lib/server/db/open-db";
import { getApp } from "@/lib/server/runtime/app";
import type { Actor } from "@/lib/server/runtime/ctx";
import { sealText, unsealText } from "@/lib/server/session/seal";
import { askerOf, writeWhile } from "@/lib/server/session/still-holds";
import type { HostRow } from "./hosts";
import type { Person } from "./person";
import type { Credentials } from "./sign-in";
import { unlockKey } from "./unlock-key";

const about = (hostId: string) => `ssh host ${hostId}`;

export function sealPassword(hostId: string, password: string): string {
  return sealText(password, { keys: getApp().keys, about: about(hostId) });
}

type Kept = { way: readonly HostRow[]; hop: HostRow; resetAt: Date | null; password: string };

/**
 * Saves what somebody typed to sign in at a host on their way, all of which are theirs: as long as the hosts are those that it was typed for, and the
 * account has not changed hands (docs/decisions/0127-what-was-checked-still-holds.md). Throws auth/required, ssh/not-found.
 */
export async function keepPassword(
  { db, actor }: { db: Db; actor: Actor },
  { way, hop, resetAt, password }: Kept,
): Promise<void> {
  const asker = askerOf(actor);
  const { id } = hop;
  const hosts = [...way.map(placeOf), { id, password: hop.password }];
  const found = [...asker.found, { resetAt }, ...hosts.map((some) => ({ sshHosts: { some } }))];
  await writeWhile(db, { ...asker, found, otherwise: "ssh/not-found" }, [
    db.sshHost.updateMany({ where: { id }, data: { password: sealPassword(id, password) } }),
  ]);
}

/** Where a host is, and as whom one signs in there. */
function placeOf({ id, address, port, username, auth, keyId, jumpId }: HostRow) {
  return { id, address, port, username, auth, keyId, jumpId };
}

/** What is saved of a host to sign in with, its owner's. */
export function credentialsOf(
  host: HostRow,
  { db, actor, person, signal }: { db: Db; actor: Actor; person: Person | null; signal: AbortSignal },
): Credentials {
  const { id, password } = host;
  return {
    // Sealed with another key file it is as if there were none.
    password: password === null ? null : unsealText(password, { keys: getApp().keys, about: about(id) }),
    privateKey: () => unlockKey(host, { db, person, signal }),
    agent() {
      const { sshAgent } = getApp().env;
      // It is the server's: it lets its user in wherever that one may go.
      if (!actor.isRoot || sshAgent === null) throw new AppError("ssh/no-agent");
      return sshAgent;
    },
  };
}
