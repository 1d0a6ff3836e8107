import { z } from "zod";
import { sortByName } from "@/lib/shared/compare-names";
import { AppError } from "@/lib/shared/errors";
import type { Permission } from "@/lib/shared/permissions";
import { sshAuths } from "@/lib/shared/ssh-hosts";
import type { Db } from "@/lib/server/db/open-db";
import { userIdOf, type Actor } from "@/lib/server/runtime/ctx";
import { findUserActor } from "@/lib/server/session/find-actor";
import { findRows } from "@/lib/server/runtime/read-rows";
import { limits } from "@/lib/server/base/limits";
import type { Prisma } from "@/lib/server/db/generated/client";

export type HostRow = NonNullable<Awaited<ReturnType<Db["sshHost"]["findUnique"]>>>;

const words = z.array(z.string()).catch([]);
const auth = z.enum(sshAuths).catch("password");

export const rolesOf = ({ roles }: Pick<HostRow, "roles">): string[] => words.parse(roles);
export const tagsOf = ({ tags }: Pick<HostRow, "tags">): string[] => words.parse(tags);
export const authOf = (row: Pick<HostRow, "auth">) => auth.parse(row.auth);

type Who = Pick<Actor, "userId" | "roleId">;

/** Whether it is theirs, or shared with their role: by what is saved of it. */
export function isFor(row: Pick<HostRow, "userId" | "roles">, { userId, roleId }: Who): boolean {
  return userId !== null && (row.userId === userId || (roleId !== null && rolesOf(row).includes(roleId)));
}

/** Of whoever shares a host with roles, as long as others use it. */
const forSharing: readonly Permission[] = ["ssh_proxy", "role_manage"];

/** Whether this user's hosts are for others at all: who may share none any more, or is disabled, decides over nobody's connections either. */
export async function isSharer(db: Db, userId: string): Promise<boolean> {
  const owner = await findUserActor(db, userId);
  return owner !== null && forSharing.every((permission) => owner.permissions.has(permission));
}

/** Their own, and those that are shared with their role by who may share them. */
export async function mayUse(db: Db, row: Pick<HostRow, "userId" | "roles">, actor: Who): Promise<boolean> {
  return isFor(row, actor) && (row.userId === actor.userId || (await isSharer(db, row.userId)));
}

/** All that the actor may use, by name. Others' that cannot be read are not counted: with whom they are shared cannot be read either. */
export async function findHosts(db: Db, actor: Actor) {
  const userId = userIdOf(actor);
  const find = (where: Prisma.SshHostWhereInput) =>
    findRows("SSH hosts", limits.listedRows, (page) =>
      db.sshHost.findMany({
        where,
        include: { user: { select: { username: true } } },
        orderBy: [{ name: "asc" }, { id: "asc" }],
        ...page,
      }),
    );
  const [own, others] = await Promise.all([
    find({ userId }),
    find({ userId: { not: userId }, isSaved: true, NOT: { roles: { equals: [] } } }),
  ]);
  const isUsed = await Promise.all(others.rows.map((row) => mayUse(db, row, actor)));
  const rows = [...own.rows, ...others.rows.filter((_, index) => isUsed[index])];
  return {
    rows: sortByName(
      rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      ({ name }) => name,
    ),
    unreadable: own.unreadable,
  };
}

/** One that the actor may use; another is as unknown as none. */
export async function findHost(db: Db, actor: Who, id: string): Promise<HostRow> {
  const row = await db.sshHost.findUnique({ where: { id } });
  if (row === null || !(await mayUse(db, row, actor))) throw new AppError("ssh/not-found");
  return row;
}

/** One that is the actor's own. */
export async function findOwnHost(db: Db, actor: Actor, id: string): Promise<HostRow> {
  const row = await db.sshHost.findUnique({ where: { id } });
  if (row?.userId !== userIdOf(actor)) throw new AppError("ssh/not-found");
  return row;
}

/** How a host is addressed in the list of keys. */
export function addressOf({ address, port }: Pick<HostRow, "address" | "port">): string {
  return `${address.includes(":") ? `[${address}]` : address}:${port}`.toLowerCase();
}

/** Somebody has to connect first: what is asked cannot be asked here. */
export function notConnected({ id, name }: Pick<HostRow, "id" | "name">): AppError {
  return new AppError("ssh/not-connected", { host: name }, { detail: { host_id: id } });
}
