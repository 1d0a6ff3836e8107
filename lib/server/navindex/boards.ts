import type { NavBoard, NavItem, navindexContract } from "@/lib/contracts/navindex";
import { sortByName } from "@/lib/shared/compare-names";
import { AppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import { alsoOf, describeChanges } from "@/lib/server/base/describe-changes";
import type { Service } from "@/lib/server/http/service";
import { userIdOf, type Actor, type Ctx } from "@/lib/server/runtime/ctx";
import { findRows } from "@/lib/server/runtime/read-rows";
import type { Prisma } from "@/lib/server/db/generated/client";
import { hasLan } from "./has-lan";
import { linkTitles, readBoard, urlsOf } from "./stored-board";

const mostRoles = 200;

const mayEditRoles = ({ permissions }: Pick<Actor, "permissions">): boolean => permissions.has("net_site_tag_update");

export const listBoards: Service<typeof navindexContract.listBoards> = async (_, ctx) => {
  const { boards, unreadable } = await findBoards(ctx);
  return { boards, unreadable };
};

/** One's own first, then that of one's role, then the others. `lanUrls`: links that may be asked in the local network, for who may reach that. */
export async function findBoards({ actor, db }: Pick<Ctx, "actor" | "db">) {
  const { roleId } = actor;
  const may_edit = mayEditRoles(actor);
  const where = may_edit ? {} : { id: roleId ?? "" };
  const [mine, roles] = await Promise.all([
    findRows("start pages", 1, (page) => db.navBoard.findMany({ where: { userId: userIdOf(actor) }, ...page })),
    findRows("start pages", mostRoles, (page) =>
      db.role.findMany({
        where,
        orderBy: { name: "asc" },
        select: { id: true, name: true, navBoard: true },
        ...page,
      }),
    ),
  ]);
  let unreadable = mine.unreadable + roles.unreadable;
  const lanUrls = new Set<string>();
  const read = (board: { content: unknown; version: number } | null) => {
    const { items, rest, notLan } = readBoard(board);
    unreadable += rest.length;
    const others = new Set(notLan);
    for (const url of urlsOf(items)) if (!others.has(url)) lanUrls.add(url);
    return { version: board?.version ?? 0, items };
  };
  const own = mine.rows[0] ?? null;
  const ofRoles = sortByName(roles.rows, ({ name }) => name)
    .filter(({ id, navBoard }) => may_edit || (id === roleId && navBoard !== null))
    .toSorted((a, b) => Number(b.id === roleId) - Number(a.id === roleId));
  const boards: NavBoard[] = [
    { role_id: null, title: "", may_edit: true, ...read(own) },
    ...ofRoles.map(({ id, name, navBoard }) => ({ role_id: id, title: name, may_edit, ...read(navBoard) })),
  ];
  return { boards, unreadable, lanUrls };
}

export const saveBoard: Service<typeof navindexContract.saveBoard> = async (
  { role_id, version, items },
  { actor, db, about },
) => {
  const userId = userIdOf(actor);
  if (role_id === null) about(actor.username);
  else {
    const role = await db.role.findUnique({ where: { id: role_id }, select: { name: true } });
    about(role?.name ?? role_id);
    if (!mayEditRoles(actor)) throw new AppError("auth/forbidden", { permission: "net_site_tag_update" });
    if (role === null) throw new AppError("role/not-found");
  }
  const owner = role_id === null ? { userId } : { roleId: role_id };
  const next = version + 1;
  const before = readBoard(await db.navBoard.findUnique({ where: owner }));
  const links = describeChanges({ links: linkTitles(before.items) }, { links: linkTitles(items) });
  about(null, alsoOf(links, "role_id", "version", "items"));
  const notLan = role_id === null ? [] : notLanOf(before, { items, actor });
  // What the page could not show is kept.
  const content = {
    items: [...items, ...before.rest],
    ...(notLan.length === 0 ? {} : { not_lan: notLan }),
  } as Prisma.InputJsonObject; // parts of what was stored as JSON
  // In one step with the question whether somebody else has saved meanwhile.
  const { count } = await db.navBoard.updateMany({
    where: { ...owner, version },
    data: { content, version: next },
  });
  if (count === 0) {
    const isFirst = version === 0 && (await db.navBoard.count({ where: owner })) === 0;
    if (!isFirst) throw new AppError("navindex/changed");
    await db.navBoard.create({ data: { id: randomId(), ...owner, content, version: next } });
  }
  return { version: next };
};

/** What was put on a role's board by who may not reach the local network stays that, whoever saves the board. */
function notLanOf(
  before: ReturnType<typeof readBoard>,
  { items, actor }: { items: NavItem[]; actor: Pick<Actor, "isRoot" | "permissions"> },
): string[] {
  const known = new Set(urlsOf(before.items));
  const were = new Set(before.notLan);
  const isLan = hasLan(actor);
  return [...new Set(urlsOf(items))].filter((url) => (known.has(url) ? were.has(url) : !isLan));
}
