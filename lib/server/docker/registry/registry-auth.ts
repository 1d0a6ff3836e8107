import type Docker from "dockerode";
import { parseImageReference } from "@/lib/shared/image-reference";
import type { Db } from "@/lib/server/db/open-db";
import { getApp } from "@/lib/server/runtime/app";
import { unsealText } from "@/lib/server/session/seal";

export type Account = { username: string; password: string };
type Auth = Docker.AuthConfigObject & Account;

export const aboutRegistry = (host: string) => `registry:${host}`;

/** What the daemon calls Docker Hub where somebody signs in. */
const hubAddress = "https://index.docker.io/v1/";
const hub = "docker.io";

/** As the daemon wants it: for this host and no other, as it asks registries by the host that the image's name has. */
export function authOf(host: string, { username, secret }: { username: string; secret: string }): Auth {
  return { username, password: secret, serveraddress: host === hub ? hubAddress : host };
}

/** What is kept for exactly the registry that the name of the image has; null without. */
export async function authFor(db: Db, reference: string): Promise<Auth | null> {
  const parsed = parseImageReference(reference);
  const row = parsed === null ? null : await db.registry.findUnique({ where: { host: parsed.registry } });
  const secret = row === null ? null : secretOf(row);
  return row === null || secret === null ? null : authOf(row.host, { username: row.username, secret });
}

/** Null for what was sealed with another key: it has to be given anew. */
export function secretOf({ host, sealedSecret }: { host: string; sealedSecret: string }): string | null {
  return unsealText(sealedSecret, { keys: getApp().keys, about: aboutRegistry(host) });
}

/** All of them by their hosts, for a build: what it pulls stands in a file that the daemon reads. */
export async function allAuths(db: Db): Promise<Record<string, { username: string; password: string }>> {
  const rows = await db.registry.findMany();
  return Object.fromEntries(
    rows.flatMap((row) => {
      const [{ host, username }, password] = [row, secretOf(row)];
      return password === null ? [] : [[host === hub ? hubAddress : host, { username, password }]];
    }),
  );
}
