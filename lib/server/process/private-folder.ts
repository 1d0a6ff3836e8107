import { chmod, chown, mkdtemp, realpath, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { OsUser } from "./os-user";

const prefix = "filedeck-terminal-";

/** Where they are made. */
export function privateFoldersPlace(): Promise<string> {
  return realpath(tmpdir());
}

/** A folder that only this account and root enter. Needs root. */
export async function makePrivateFolder({ uid, gid }: OsUser): Promise<string> {
  const folder = await mkdtemp(path.join(await privateFoldersPlace(), prefix));
  await chmod(folder, 0o700);
  await chown(folder, uid, gid);
  return folder;
}

/** Once it is empty: what an account has put into it is removed as that account, for it may be about to become a link. */
export async function removePrivateFolder(folder: string): Promise<boolean> {
  return rmdir(folder).then(
    () => true,
    () => false,
  );
}
