import { AppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import { freeNames } from "@/lib/server/storage/free-names";
import type { Noted } from "@/lib/server/storage/noted";
import { temporaryName } from "@/lib/server/storage/own-names";
import { assertDeletable } from "@/lib/server/storage/rights";
import { joinPlace } from "@/lib/server/storage/scope";
import { renameToFree, renameUnmet } from "./commit-file";
import { namesInTurn } from "./keep-replaced";
import type { SftpSession } from "./protocol/sftp-session";
import { asAppError, isStatus, statusCodes } from "./protocol/sftp-status";
import { kindOf, notedOf } from "./sftp-entry";
import { removeTemporary } from "./sftp-host";
import { pathIn, type Location, type SftpResolver } from "./sftp-resolver";

/**
 * See {@link Storage.removeMoved}. An answer's time lies between a look and the removal, in which other programs may put something else there, a folder too: it is given
 * a name of ours, looked at under that, and comes back where it is another.
 */
export async function removeMovedSftp(resolver: SftpResolver, path: VirtualPath, stamp: Noted["stamp"]): Promise<null> {
  const location = await resolver.location(path);
  const { policy, real, name } = location;
  assertDeletable(policy, location, name);
  try {
    await asAppError(namesInTurn([location], () => removeIf(resolver, location, stamp)));
  } finally {
    for (const tell of resolver.shared.changes) [real, joinPlace(real, name)].forEach(tell);
  }
  return null;
}

async function removeIf({ shared }: SftpResolver, location: Location, stamp: Noted["stamp"]): Promise<void> {
  const { host } = location;
  const { session } = host;
  const isIt = async (at: string) => {
    const attributes = await session.lstat(at);
    const text = kindOf(attributes) === "link" ? await session.readlink(at).catch(noText) : undefined;
    return stamp !== null && notedOf(attributes, text).stamp === stamp;
  };
  if (!(await isIt(pathIn(location)))) throw new AppError("file/changed");
  const aside = joinPlace(location.path, temporaryName());
  await renameUnmet(session, pathIn(location), aside);
  let isSure = false;
  try {
    isSure = await isIt(aside);
    if (!isSure) throw new AppError("file/changed");
    await session.remove(aside);
  } catch (error) {
    if (isSure && (await isGone(session, aside))) return;
    if (isSure && session.isEnded) await removeTemporary(shared.leftovers, host, aside);
    else await giveBack(location, aside);
    throw error;
  }
}

/** It is no link any more. */
function noText(error: unknown): undefined {
  if (!isStatus(error)) throw error;
}

const isGone = (session: SftpSession, path: string) =>
  session.lstat(path).then(
    () => false,
    (error: unknown) => isStatus(error, statusCodes.noSuchFile),
  );

/** Under another name where its own has been taken meanwhile. Where even that fails, it is there under the temporary one. */
async function giveBack(location: Location, aside: string): Promise<void> {
  try {
    for (const name of freeNames(location.name))
      if (await renameToFree(location, aside, pathIn({ ...location, name }))) return;
  } catch {
    // What kept it from going says more.
  }
}
