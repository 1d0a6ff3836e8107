import type { NavBoard, navindexContract } from "@/lib/contracts/navindex";
import { sortByName } from "@/lib/shared/compare-names";
import { AppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import { describeChanges } from "@/lib/server/base/describe-changes";
import type { Service } from "@/lib/server/http/service";
import { userIdOf, type Actor, type Ctx } from "@/lib/server/runtime/ctx";
import { itemsOf, linkTitles } from "./stored-board";

const mostRoles = 200;

const mayEditRoles = ({ permissions }: Pick<Actor, "permissions">): boolean => permissions.has("net_site_tag_update");

export const listBoards: Service<typeof navindexContract.listBoards> = async (_, ctx) => ({
  boards: await boardsOf(ctx),
});

/** One's own first, then that of one's role, then the others. */
export async function boardsOf({ actor, db }: Pick<Ctx, "actor" | "db">): Promise<NavBoard[]> {
  const { roleId } = actor;
  const may_edit = mayEditRoles(actor);
  const where = may_edit ? {} : { id: roleId ?? "" };
  const [own, roles] = await Promise.all([
    db.navBoard.findUnique({ where: { userId: userIdOf(actor) } }),
    db.role.findMany({ where, orderBy: { name: "asc" }, take: mostRoles, include: { navBoard: true } }),
  ]);
  const ofRoles = sortByName(roles, ({ name }) => name)
    .filter(({ id, navBoard }) => may_edit || (id === roleId && navBoard !== null))
    .toSorted((a, b) => Number(b.id === roleId) - Number(a.id === roleId));
  return [
    { role_id: null, title: "", may_edit: true, version: own?.version ?? 0, items: itemsOf(own) },
    ...ofRoles.map(({ id, name, navBoard }) => ({
      role_id: id,
      title: name,
      may_edit,
      version: navBoard?.version ?? 0,
      items: itemsOf(navBoard),
    })),
  ];
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
  const before = linkTitles(itemsOf(await db.navBoard.findUnique({ where: owner })));
  about(null, describeChanges({ links: before }, { links: linkTitles(items) }));
  // In one step with the question whether somebody else has saved meanwhile.
  const { count } = await db.navBoard.updateMany({
    where: { ...owner, version },
    data: { content: { items }, version: next },
  });
  if (count === 0) {
    const isFirst = version === 0 && (await db.navBoard.count({ where: owner })) === 0;
    if (!isFirst) throw new AppError("navindex/changed");
    await db.navBoard.create({ data: { id: randomId(), ...owner, content: { items }, version: next } });
  }
  return { version: next };
};
