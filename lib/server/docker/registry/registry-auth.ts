import type Docker from "dockerode";
import { parseImageReference } from "@/lib/shared/image-reference";
import { getApp } from "@/lib/server/runtime/app";
import { unsealText } from "@/lib/server/session/seal";

type Auth = Docker.AuthConfigObject;

export const aboutRegistry = (host: string) => `registry:${host}`;

/** What the daemon calls Docker Hub where somebody signs in. */
const hubAddress = "https://index.docker.io/v1/";
const hub = "docker.io";

/** As the daemon wants it: for this host and no other, as it asks registries by the host that the image's name has. */
export function authOf(host: string, { username, secret }: { username: string; secret: string }): Auth {
  return { username, password: secret, serveraddress: host === hub ? hubAddress : host };
}

/** What is kept for exactly the registry that the name of the image has; null without. */
export async function authFor(reference: string): Promise<Auth | null> {
  const parsed = parseImageReference(reference);
  if (parsed === null) return null;
  const { db, keys } = getApp();
  const row = await db.registry.findUnique({ where: { host: parsed.registry } });
  const secret = row === null ? null : unsealText(row.sealedSecret, { keys, about: aboutRegistry(row.host) });
  return row === null || secret === null ? null : authOf(row.host, { username: row.username, secret });
}

/** All of them by their hosts, for a build: what it pulls stands in a file that the daemon reads. */
export async function allAuths(): Promise<Record<string, { username: string; password: string }>> {
  const { db, keys } = getApp();
  const rows = await db.registry.findMany();
  return Object.fromEntries(
    rows.flatMap(({ host, username, sealedSecret }) => {
      const password = unsealText(sealedSecret, { keys, about: aboutRegistry(host) });
      return password === null ? [] : [[host === hub ? hubAddress : host, { username, password }]];
    }),
  );
}
