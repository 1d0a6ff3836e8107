import { AppError } from "@/lib/shared/errors";
import type { Db } from "@/lib/server/db/open-db";
import { getApp } from "@/lib/server/runtime/app";
import type { Actor } from "@/lib/server/runtime/ctx";
import { sealText, unsealText } from "@/lib/server/session/seal";
import type { HostRow } from "./hosts";
import type { Person } from "./person";
import type { Credentials } from "./sign-in";
import { unlockKey } from "./unlock-key";

const about = (hostId: string) => `ssh host ${hostId}`;

export function sealPassword(hostId: string, password: string): string {
  return sealText(password, { keys: getApp().keys, about: about(hostId) });
}

export async function keepPassword(db: Db, { id }: Pick<HostRow, "id">, password: string): Promise<void> {
  await db.sshHost.updateMany({ where: { id }, data: { password: sealPassword(id, password) } });
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
