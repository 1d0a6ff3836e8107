import { homedir } from "node:os";
import path from "node:path";
import type { cryptoContract } from "@/lib/contracts/crypto";
import { AppError } from "@/lib/shared/errors";
import { isKeyFileName } from "@/lib/shared/ssh-keys";
import type { Service } from "@/lib/server/http/service";
import { getApp } from "@/lib/server/runtime/app";
import { userIdOf, type Actor } from "@/lib/server/runtime/ctx";
import { inSshFolder } from "@/lib/server/storage/ssh-folder";
import { keepKey } from "./keep-key";
import { describeKey } from "./key-file/describe-key";
import { fingerprintOf } from "./key-file/public-key";
import { loadPrivateKey } from "./load-private-key";
import { findOwnKey } from "./stored-keys";

const pathOf = (name: string) => path.join(homedir(), ".ssh", name);

/** The keys of these calls are one's own: who may not keep any has none to save and nowhere to put one. */
function assertMayKeep(actor: Actor): void {
  if (!actor.permissions.has("ssh_proxy")) throw new AppError("auth/forbidden", { permission: "ssh_proxy" });
}

export const listSshFiles: Service<typeof cryptoContract.listSshFiles> = async (_, { db, actor }) => {
  const found = await inSshFolder(homedir(), { isMade: false }, async (folder) => (await folder?.list()) ?? []);
  const userId = userIdOf(actor);
  const own = await db.sshKey.findMany({ where: { userId }, select: { id: true, fingerprint: true } });
  const files = found.flatMap(({ name, text }) => {
    const description = describeKey(text.trim());
    if (!isKeyFileName(name) || "refused" in description) return [];
    const { isLocked, publicBlob } = description;
    const fingerprint = publicBlob === null ? null : fingerprintOf(publicBlob);
    const known = own.find((key) => key.fingerprint === fingerprint);
    return [{ file_name: name, fingerprint, has_passphrase: isLocked, key_id: known?.id ?? null }];
  });
  return { folder: pathOf(""), files };
};

export const saveKey: Service<typeof cryptoContract.saveKey> = async (
  { id, file_name: name },
  { db, actor, about },
) => {
  assertMayKeep(actor);
  const key = { id, userId: userIdOf(actor) };
  about(`${(await findOwnKey(db, key)).name} → ~/.ssh/${name}`);
  const { privateKey, publicKey } = await loadPrivateKey({ db, keys: getApp().keys }, key);
  await inSshFolder(homedir(), { isMade: true }, async (folder) => {
    // The public half first: alone it would do no harm.
    await folder?.create(`${name}.pub`, `${publicKey}\n`, 0o644);
    try {
      await folder?.create(name, privateKey, 0o600);
    } catch (error) {
      await folder?.remove(`${name}.pub`);
      throw error;
    }
  });
  return { path: pathOf(name) };
};

export const importSshFile: Service<typeof cryptoContract.importSshFile> = async (input, ctx) => {
  const { name, file_name: fileName, passphrase, keep_passphrase: isPassphraseKept } = input;
  assertMayKeep(ctx.actor);
  ctx.about(`~/.ssh/${fileName} → ${name}`);
  const text = await inSshFolder(homedir(), { isMade: false }, async (folder) => folder?.read(fileName));
  if (text === undefined) throw new AppError("file/not-found");
  return { key: await keepKey({ text, passphrase, comment: null }, { name, isPassphraseKept }, ctx) };
};
