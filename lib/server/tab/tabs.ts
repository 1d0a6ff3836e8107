import type { tabContract } from "@/lib/contracts/tab";
import { changeTabs as changed, type Tab } from "@/lib/shared/tabs";
import type { Service } from "@/lib/server/http/service";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";

export const listTabs: Service<typeof tabContract.listTabs> = async (_, ctx) => ({
  tabs: await readTabs(ctx.db, userIdOf(ctx.actor)),
});

/** The last change of each user that is under way: the next one begins with what that leaves. */
const underWay = new Map<string, Promise<unknown>>();

export const changeTabs: Service<typeof tabContract.changeTabs> = async ({ changes }, { db, actor }) => {
  const userId = userIdOf(actor);
  const work = async () => {
    const before = await readTabs(db, userId);
    const tabs = changed(before, changes);
    await writeTabs(db, userId, { before, tabs });
    return tabs;
  };
  const mine = (underWay.get(userId) ?? Promise.resolve()).then(work);
  const settled = mine
    .catch(() => {}) // its own call tells
    .then(() => {
      if (underWay.get(userId) === settled) underWay.delete(userId);
    });
  underWay.set(userId, settled);
  return { tabs: [...(await mine)] };
};

function readTabs(db: Ctx["db"], userId: string): Promise<Tab[]> {
  return db.tab.findMany({
    where: { userId },
    orderBy: { position: "asc" },
    select: { id: true, address: true, title: true },
  });
}

/** Writes what differs: most changes are of one row. */
async function writeTabs(
  db: Ctx["db"],
  userId: string,
  { before, tabs }: { before: readonly Tab[]; tabs: readonly Tab[] },
): Promise<void> {
  const kept = new Set(tabs.map(({ id }) => id));
  const gone = before.map(({ id }) => id).filter((id) => !kept.has(id));
  const writes = tabs.flatMap((tab, position) => {
    const { id, address, title } = tab;
    if (before[position] === tab) return [];
    const fields = { position, address, title };
    return [db.tab.upsert({ where: { userId_id: { userId, id } }, create: { userId, id, ...fields }, update: fields })];
  });
  if (gone.length === 0 && writes.length === 0) return;
  await db.$transaction([db.tab.deleteMany({ where: { userId, id: { in: gone } } }), ...writes]);
}
