import type { SshHost, sshContract } from "@/lib/contracts/ssh";
import { AppError } from "@/lib/shared/errors";
import { fitPair } from "@/lib/server/base/fit-text";
import { randomId } from "@/lib/shared/units";
import type { Service } from "@/lib/server/http/service";
import { userIdOf, type Actor, type Ctx } from "@/lib/server/runtime/ctx";
import { allConnections, endConnection, endConnections, stateOf, tellConnections } from "./connections";
import { sealPassword } from "./credentials";
import { describeHostChange } from "./describe-host";
import { authOf, findHost, findHosts, findOwnHost, rolesOf, tagsOf, type HostRow } from "./hosts";
import { loadHostRoots } from "./host-roots";
import { rolesBehind, sharing } from "./share-host";

/** Of one user: more is not a list any more. */
const maxHosts = 1_000;

export async function describeHosts({ db, actor }: Pick<Ctx, "db" | "actor">) {
  const userId = userIdOf(actor);
  const { rows, unreadable } = await findHosts(db, actor);
  const described = rows.map((row): SshHost => {
    const isOwn = row.userId === userId;
    return {
      id: row.id,
      name: row.name,
      folder: row.folder,
      tags: tagsOf(row),
      address: row.address,
      port: row.port,
      username: row.username,
      auth: authOf(row),
      key_id: isOwn ? row.keyId : null,
      jump_id: isOwn ? row.jumpId : null,
      keep_alive_seconds: row.keepAliveSeconds,
      allow_old_algorithms: row.allowsOld,
      start_folder: row.startFolder,
      start_command: isOwn ? row.startCommand : "",
      is_place: row.isPlace,
      role_ids: isOwn ? rolesOf(row) : [],
      has_password: row.password !== null,
      is_saved: row.isSaved,
      is_own: isOwn,
      owner: row.user.username,
      connection: stateOf({ userId, hostId: row.id }),
    };
  });
  // One that was typed to connect once is there as long as that lasts.
  const hosts = described.filter(({ is_saved: isSaved, connection }) => isSaved || connection !== "none");
  return { hosts, unreadable };
}

export const listHosts: Service<typeof sshContract.listHosts> = (_, ctx) => describeHosts(ctx);

type Fields = Parameters<Service<typeof sshContract.updateHost>>[0];
type Asked = Pick<Fields, "id" | "name" | "tags" | "role_ids" | "jump_id">;

export const createHost: Service<typeof sshContract.createHost> = async (fields, ctx) => {
  const { db, actor, about } = ctx;
  const userId = userIdOf(actor);
  about(fields.name);
  if ((await db.sshHost.count({ where: { userId } })) >= maxHosts) throw new AppError("request/too-large");
  const id = randomId(16);
  await assertAllowed(ctx, { ...fields, id }, { tags: [], roles: [] });
  const { tags, role_ids, is_saved, ...rest } = fields;
  const data = {
    id,
    userId,
    tags,
    roles: role_ids,
    isSaved: is_saved,
    ...toColumns(rest),
    name: rest.name,
    address: rest.address,
    port: rest.port,
    username: rest.username,
    auth: rest.auth,
    keepAliveSeconds: rest.keep_alive_seconds,
    password: rest.password === null ? null : sealPassword(id, rest.password),
  };
  const after = await sharing(ctx, role_ids, () => db.sshHost.create({ data }));
  about(null, await describeHostChange(db, { before: null, after }));
  await hostsChanged(db);
  return { id };
};

export const updateHost: Service<typeof sshContract.updateHost> = async (fields, ctx) => {
  const { db, actor, about } = ctx;
  const row = await findOwnHost(db, actor, fields.id);
  about(row.name);
  await assertAllowed(ctx, fields, { tags: tagsOf(row), roles: rolesOf(row) });
  const { id, tags, role_ids, is_saved, password, ...rest } = fields;
  const data = {
    ...toColumns(rest),
    ...(tags === undefined ? {} : { tags }),
    ...(role_ids === undefined ? {} : { roles: role_ids }),
    ...(is_saved === undefined ? {} : { isSaved: is_saved }),
    ...(password === undefined ? {} : { password: password === null ? null : sealPassword(id, password) }),
  };
  const [roles, before] = [rolesOf(row), currentOf(row)];
  const reached = decidesMore(fields, row) ? [...roles, ...(await rolesBehind(ctx, row))] : [];
  const judged = [...reached, ...differing(role_ids ?? roles, roles)];
  const after = await sharing(ctx, judged, () => db.sshHost.update({ where: { id }, data }));
  if (isOther(fields, before) || password !== undefined) endConnectionsBy(id);
  about(
    after.name === row.name ? row.name : fitPair(row.name, after.name),
    await describeHostChange(db, { before: row, after }),
  );
  await hostsChanged(db);
  return {};
};

export const deleteHost: Service<typeof sshContract.deleteHost> = async ({ id }, ctx) => {
  const { db, actor, about } = ctx;
  const row = await findOwnHost(db, actor, id);
  const { name, userId } = row;
  about(name);
  // What was reached by way of it is reached without it then.
  await sharing(ctx, await rolesBehind(ctx, row), () =>
    db.$transaction([
      db.sshHost.updateMany({ where: { userId, jumpId: id }, data: { jumpId: null } }),
      db.sshHost.deleteMany({ where: { id } }),
    ]),
  );
  endConnectionsBy(id);
  await hostsChanged(db);
  return {};
};

export const disconnectHost: Service<typeof sshContract.disconnectHost> = async ({ id }, { db, actor, about }) => {
  const { name } = await findHost(db, actor, id);
  about(name);
  const userId = userIdOf(actor);
  for (const connection of allConnections())
    if (connection.hostId === id && connection.userId === userId) endConnection(connection);
  return {};
};

/** Those that lead by way of it as well: where it is, and as whom one is there, decides where they lead. */
function endConnectionsBy(id: string): void {
  endConnections(({ hostIds }) => hostIds.has(id));
}

/** After a change of saved hosts. */
export async function hostsChanged(db: Ctx["db"]): Promise<void> {
  await loadHostRoots(db);
  tellConnections();
}

const currentOf = (row: Awaited<ReturnType<typeof findOwnHost>>) => ({
  address: row.address,
  port: row.port,
  username: row.username,
  jump_id: row.jumpId,
  auth: row.auth,
  key_id: row.keyId,
  allow_old_algorithms: row.allowsOld,
});

/** Whether a change decides where those come to who use the host, as whom, or what is run for them; its name and place in lists do not. */
function decidesMore({ password, ...fields }: Fields, row: HostRow): boolean {
  const { startFolder, startCommand, isPlace, isSaved } = row;
  const before: Record<string, unknown> = {
    ...currentOf(row),
    start_folder: startFolder,
    start_command: startCommand,
    is_place: isPlace,
    is_saved: isSaved,
  };
  return password !== undefined || isOther(fields, before);
}

const isOther = (fields: object, before: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(fields).some(([name, value]) => name in before && value !== undefined && value !== before[name]);

type Columns = Omit<Fields, "id" | "tags" | "role_ids" | "is_saved" | "password">;

/** Names of the API as columns; what is not said stays. */
function toColumns(fields: Columns) {
  const { key_id, jump_id, keep_alive_seconds, allow_old_algorithms, start_folder, start_command, is_place, ...same } =
    fields;
  const all = {
    ...same,
    keyId: key_id,
    jumpId: jump_id,
    keepAliveSeconds: keep_alive_seconds,
    allowsOld: allow_old_algorithms,
    startFolder: start_folder,
    startCommand: start_command,
    isPlace: is_place,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as {
    [K in keyof typeof all]?: Exclude<(typeof all)[K], undefined>;
  };
}

type Labels = { tags: readonly string[]; roles: readonly string[] };

/** Throws auth/forbidden, ssh/jump, role/not-found for what the caller may not, or cannot, say of a host. */
async function assertAllowed({ db, actor }: Pick<Ctx, "db" | "actor">, fields: Asked, before: Labels): Promise<void> {
  const { tags, role_ids, jump_id, id } = fields;
  if (tags !== undefined && !isSame(tags, before.tags)) assertMay(actor, "ssh_proxy_tag_update");
  if (role_ids !== undefined && !isSame(role_ids, before.roles)) {
    assertMay(actor, "role_manage");
    const known = await db.role.count({ where: { id: { in: role_ids } } });
    if (known !== new Set(role_ids).size) throw new AppError("role/not-found");
  }
  if (jump_id === undefined || jump_id === null) return;
  const jump = await db.sshHost.findUnique({ where: { id: jump_id } });
  if (jump === null || jump.userId !== userIdOf(actor) || jump.id === id)
    throw new AppError("ssh/jump", { host: fields.name ?? "" });
}

/** The roles that get something, or lose it. */
const differing = (now: readonly string[], before: readonly string[]) => [
  ...now.filter((id) => !before.includes(id)),
  ...before.filter((id) => !now.includes(id)),
];

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((word, index) => word === other[index]);

function assertMay(actor: Actor, permission: "ssh_proxy_tag_update" | "role_manage"): void {
  if (!actor.permissions.has(permission)) throw new AppError("auth/forbidden");
}
