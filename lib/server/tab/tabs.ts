import type { tabContract } from "@/lib/contracts/tab";
import { changeTabs as changed, type Tab } from "@/lib/shared/tabs";
import type { Service } from "@/lib/server/http/service";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";

type TabList = { tabs: Tab[]; revision: number };
type Listener = (userId: string, list: TabList) => void;

const listeners = new Set<Listener>();
/** Of the users' lists that have changed since the start; above all of earlier runs. */
const revisions = new Map<string, number>();
const firstRevision = Date.now();

/** Told each list after a change, until the returned function is called. */
export function onTabsChanged(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export async function findTabs(db: Ctx["db"], userId: string): Promise<TabList> {
  // Before it is read: what changes meanwhile has a higher one.
  const revision = revisions.get(userId) ?? firstRevision;
  return { tabs: await readTabs(db, userId), revision };
}

export const listTabs: Service<typeof tabContract.listTabs> = (_, { db, actor }) => findTabs(db, userIdOf(actor));

/** The last change of each user that is under way: the next one begins with what that leaves. */
const underWay = new Map<string, Promise<unknown>>();

export const changeTabs: Service<typeof tabContract.changeTabs> = async ({ changes }, { db, actor }) => {
  const userId = userIdOf(actor);
  const work = async () => {
    const before = await readTabs(db, userId);
    const tabs = changed(before, changes);
    await writeTabs(db, userId, { before, tabs });
    const revision = Math.max((revisions.get(userId) ?? firstRevision) + 1, Date.now());
    revisions.set(userId, revision);
    const list = { tabs: [...tabs], revision };
    for (const listener of listeners) listener(userId, list);
    return list;
  };
  const mine = (underWay.get(userId) ?? Promise.resolve()).then(work);
  const settled = mine
    .catch(() => {}) // its own call tells
    .then(() => {
      if (underWay.get(userId) === settled) underWay.delete(userId);
    });
  underWay.set(userId, settled);
  return mine;
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
