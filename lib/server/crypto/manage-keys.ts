import type { cryptoContract } from "@/lib/contracts/crypto";
import { holderOf } from "@/lib/server/http/holder-of";
import type { Service } from "@/lib/server/http/service";
import { getApp } from "@/lib/server/runtime/app";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { keepKey } from "./keep-key";
import { runKeyJob } from "./key-file/run-key-job";
import { loadPrivateKey } from "./load-private-key";
import { describeRow, findOwnKey, listRows, storeKey } from "./stored-keys";

export const listKeys: Service<typeof cryptoContract.listKeys> = async (_, { db, actor }) => {
  return { keys: (await listRows(db, userIdOf(actor))).map(describeRow) };
};

export const createKey: Service<typeof cryptoContract.createKey> = async (input, ctx) => {
  const { name, type, comment, passphrase, keep_passphrase: isPassphraseKept } = input;
  ctx.about(name);
  const opened = await runKeyJob({ make: type, comment, lock: passphrase }, holderOf(ctx), ctx.signal);
  return { key: await storeKey(ctx.db, { userId: userIdOf(ctx.actor), name, opened, passphrase, isPassphraseKept }) };
};

export const importKey: Service<typeof cryptoContract.importKey> = async (input, ctx) => {
  const { name, text, comment, passphrase, keep_passphrase: isPassphraseKept } = input;
  ctx.about(name);
  const job = { text, passphrase, comment: comment === "" ? null : comment };
  return { key: await keepKey(job, { name, isPassphraseKept }, ctx) };
};

export const deleteKey: Service<typeof cryptoContract.deleteKey> = async ({ id }, { db, actor, about }) => {
  const { name } = await findOwnKey(db, { id, userId: userIdOf(actor) });
  about(name);
  await db.sshKey.deleteMany({ where: { id, userId: userIdOf(actor) } });
  return {};
};

export const exportKey: Service<typeof cryptoContract.exportKey> = async ({ id }, { db, actor, about }) => {
  const key = { id, userId: userIdOf(actor) };
  about((await findOwnKey(db, key)).name);
  return { private_key: (await loadPrivateKey({ db, keys: getApp().keys }, key)).privateKey };
};
