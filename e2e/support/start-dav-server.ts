import type { Permission } from "@/lib/shared/permissions";
import { randomId } from "@/lib/shared/units";
import { hashToken } from "@/lib/server/base/keys";
import { dav } from "./dav-client";
import { makeFolder, startTusServer } from "./start-tus-server";

export type DavServer = Awaited<ReturnType<typeof startDavServer>>;

/** WebDAV over a real socket, with a real database and folder. One per test file. */
export async function startDavServer() {
  const server = await startTusServer();
  await server.turnDav();

  /** An app password of this user; without one, of who has all rights. */
  async function passwordOf(userId?: string) {
    const [id, secret] = [randomId(), randomId(32)];
    const user = await server.db.user.findFirstOrThrow({ where: userId === undefined ? {} : { id: userId } });
    const data = { id, userId: user.id, name: id, root: null, readOnly: false, secretHash: hashToken(secret) };
    await server.db.appPassword.create({ data });
    return { username: user.username, password: secret };
  }

  const root = await passwordOf();
  type More = NonNullable<Parameters<typeof dav>[3]>;
  return {
    ...server,
    root,
    folder: () => makeFolder(server),
    ask: (method: string, target: string, more: More = {}) => dav(server, method, target, { as: root, ...more }),
    makeDavUser: async (dirs: readonly string[], permissions: readonly Permission[]) =>
      passwordOf((await server.makeUser(dirs, permissions)).id),
    to: (target: string) => ({ destination: `${server.url}/dav/${target}` }),
  };
}
