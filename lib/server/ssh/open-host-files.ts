import { maxPathBytes } from "@/lib/shared/paths";
import { withoutTrailing } from "@/lib/shared/without-trailing";
import type { sshContract } from "@/lib/contracts/ssh";
import { AppError, isAppError } from "@/lib/shared/errors";
import { getApp } from "@/lib/server/runtime/app";
import type { Service } from "@/lib/server/http/service";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { createSftpSession } from "@/lib/server/storage/sftp/create-sftp-session";
import { connectTo } from "./connections";
import { topOfHost, volumeOfHost } from "./host-roots";
import { findHost, findOwnHost, rolesOf, type HostRow } from "./hosts";
import { hostsChanged } from "./manage-hosts";
import { sftpClientFor } from "./open-session";
import { sharing } from "./share-host";

/** Where its files begin, or else the home folder of the account. */
export const openHostFiles: Service<typeof sshContract.openHostFiles> = async ({ id }, ctx) => {
  const { db, actor, about } = ctx;
  const host = await findHost(db, actor, id);
  about(host.name);
  if (!host.isPlace || !host.isSaved) {
    await findOwnHost(db, actor, id);
    const data = { isPlace: true, isSaved: true };
    await sharing(ctx, rolesOf(host), () => db.sshHost.update({ where: { id }, data }));
    await hostsChanged(db);
  }
  // Of now, with the place that it may just have become.
  const storage = getApp().storageFor(actor);
  const top = storage.locate(topOfHost(host));
  if (top === null) throw new AppError("ssh/not-found");
  if (host.startFolder !== "") return { folder: top };
  const said = await homeOn(host, ctx);
  const home = said === null || said.length > maxPathBytes ? null : said;
  const folder = home === null ? null : storage.locate(`${volumeOfHost(id)}${withoutTrailing(home, "/")}`);
  // It may be outside of what the user has there.
  const isThere =
    folder !== null &&
    (await storage.stat(folder).then(
      ({ kind }) => kind === "folder",
      () => false,
    ));
  return { folder: isThere ? folder : top };
};

/** Null where the host does not say; ssh/not-connected and ssh/host-key where somebody has to be asked first. */
async function homeOn({ id }: HostRow, ctx: Ctx): Promise<string | null> {
  try {
    const connection = await connectTo(ctx, { hostId: id, person: null, signal: ctx.signal });
    const session = await createSftpSession(sftpClientFor(connection));
    try {
      return await session.realpath(".");
    } finally {
      session.end();
    }
  } catch (error) {
    if (isAppError(error) && (error.key === "ssh/not-connected" || error.key === "ssh/host-key")) throw error;
    // The page of the files says what is the matter.
    return null;
  }
}
