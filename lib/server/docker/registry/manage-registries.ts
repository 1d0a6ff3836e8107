import type { dockerContract } from "@/lib/contracts/docker";
import { sortByName } from "@/lib/shared/compare-names";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { Service } from "@/lib/server/http/service";
import type { Db } from "@/lib/server/db/open-db";
import { getApp } from "@/lib/server/runtime/app";
import { sealText } from "@/lib/server/session/seal";
import { askDocker, isAway } from "@/lib/server/docker/ask-docker";
import { assertRegistry } from "@/lib/server/docker/image/assert-registry";
import { findRows } from "@/lib/server/runtime/read-rows";
import { isRegistryAway } from "./registry-failure";
import { aboutRegistry, authOf, secretOf } from "./registry-auth";

const most = 50;
const signInMs = 30_000;

type Account = { username: string; secret: string };

export const listRegistries: Service<typeof dockerContract.listRegistries> = async (_, { db }) => {
  const { rows, unreadable } = await findRows("registries", most, (page) =>
    db.registry.findMany({ orderBy: { host: "asc" }, ...page }),
  );
  const registries = sortByName(rows, ({ host }) => host).map(({ host, username, checkedAt }) => ({
    host,
    username,
    checked_at: checkedAt?.getTime() ?? null,
  }));
  return { registries, unreadable };
};

export const saveRegistry: Service<typeof dockerContract.saveRegistry> = async (
  { host, username, secret: given },
  { actor, db, about },
) => {
  about(`${host} ${username}`);
  await assertRegistry(actor, `${host}/image`);
  const known = await findAccount(db, host);
  const secret = given ?? known?.secret;
  if (secret === undefined) throw new AppError("docker/no-registry", { name: host });
  if (known === null && (await db.registry.count()) >= most)
    throw new AppError("docker/too-many-registries", { count: most });
  await signIn(host, { username, secret });
  const sealedSecret = sealText(secret, { keys: getApp().keys, about: aboutRegistry(host) });
  const account = { username, sealedSecret, checkedAt: new Date() };
  await db.registry.upsert({ where: { host }, create: { host, ...account }, update: account });
  return {};
};

export const testRegistry: Service<typeof dockerContract.testRegistry> = async ({ host }, { actor, db }) => {
  await assertRegistry(actor, `${host}/image`);
  const account = await findAccount(db, host);
  if (account === null) throw new AppError("docker/no-registry", { name: host });
  await signIn(host, account);
  await db.registry.update({ where: { host }, data: { checkedAt: new Date() } });
  return {};
};

export const removeRegistry: Service<typeof dockerContract.removeRegistry> = async ({ host }, { db, about }) => {
  about(host);
  await db.registry.deleteMany({ where: { host } });
  return {};
};

async function findAccount(db: Db, host: string): Promise<Account | null> {
  const row = await db.registry.findUnique({ where: { host } });
  const secret = row === null ? null : secretOf(row);
  return row === null || secret === null ? null : { username: row.username, secret };
}

/**
 * By the daemon, which pulls by the same way: it knows which registries it trusts without a certificate. Sent is only what the named host asks for. Throws
 * docker/sign-in-refused, docker/registry-unreachable.
 */
async function signIn(host: string, account: Account): Promise<void> {
  try {
    await askDocker(host, (docker) => docker.checkAuth(authOf(host, account)), { patienceMs: signInMs });
  } catch (error) {
    if (!isAppError(error) || isAway(error)) throw error;
    throw new AppError(
      isRegistryAway(error) ? "docker/registry-unreachable" : "docker/sign-in-refused",
      { name: host },
      { cause: error },
    );
  }
}
