import type { terminalContract } from "@/lib/contracts/terminal";
import type { Db } from "@/lib/server/db/open-db";
import type { Service } from "@/lib/server/http/service";
import type { App } from "@/lib/server/runtime/app";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { findRows } from "@/lib/server/runtime/read-rows";
import { limits } from "@/lib/server/base/limits";
import { allTerminals, onTerminalsChanged } from "./terminals";

/** What is open is written down so long after it changed: a server that is killed knows no later. */
const writeMs = 1_000;
const keptMs = 7 * 24 * 3_600_000;
const maxPerUser = 50;

type Kept = { title: string; program: string; place: string | null; hostId: string | null };
type Lost = Kept & { lostAt: number };

const lost = new Map<string, Lost[]>();

/** What ended with an earlier run of the server, the newest first, until its owner has seen it. */
export function lostOf(userId: string): readonly Lost[] {
  return lost.get(userId) ?? [];
}

export const dismissLostTerminals: Service<typeof terminalContract.dismissLostTerminals> = async (_, { actor, db }) => {
  const userId = userIdOf(actor);
  await db.openTerminal.deleteMany({ where: { userId, lostAt: { not: null } } });
  lost.delete(userId);
  return {};
};

/** Finds what the last run left open, and writes down from now on what is open, until the returned function is called. */
export async function keepList({ db, log }: Pick<App, "db" | "log">): Promise<() => Promise<void>> {
  const now = new Date();
  await db.openTerminal.deleteMany({ where: { lostAt: { lt: new Date(now.getTime() - keptMs) } } });
  await db.openTerminal.updateMany({ where: { lostAt: null }, data: { lostAt: now } });
  await readLost(db);
  const written = new Map<string, string>();
  let timer: NodeJS.Timeout | null = null;
  let writing = Promise.resolve();
  /** Never rejects. */
  const write = () => {
    timer = null;
    writing = writing
      .then(() => writeOpen(db, written))
      .catch((error: unknown) => log.warn({ err: error }, "the list of open terminals could not be written"));
    return writing;
  };
  const stop = onTerminalsChanged(() => (timer ??= setTimeout(() => void write(), writeMs).unref()));
  return async () => {
    stop();
    if (timer !== null) clearTimeout(timer);
    await write();
  };
}

async function readLost(db: Db): Promise<void> {
  lost.clear();
  const { rows } = await findRows("lost terminals", limits.listedRows, (page) =>
    db.openTerminal.findMany({
      where: { lostAt: { not: null } },
      orderBy: [{ startedAt: "desc" }, { id: "asc" }],
      ...page,
    }),
  );
  for (const { userId, title, program, place, hostId, lostAt } of rows) {
    const own = lost.get(userId) ?? [];
    if (lostAt !== null && own.length < maxPerUser)
      lost.set(userId, [...own, { title, program, place, hostId, lostAt: lostAt.getTime() }]);
  }
}

/** `written`: what the last call wrote, as JSON by id. What only shows (logs) is opened again as easily as it was lost. */
async function writeOpen(db: Db, written: Map<string, string>): Promise<void> {
  const open = allTerminals().filter(({ info }) => info().exit === null && !info().isReadOnly);
  const gone = [...written.keys()].filter((id) => !open.some((terminal) => terminal.id === id));
  if (gone.length > 0) await db.openTerminal.deleteMany({ where: { id: { in: gone } } });
  for (const id of gone) written.delete(id);
  for (const { id, userId, hostId, startedAtMs, info } of open) {
    const { title, program, place } = info();
    const kept: Kept = { title, program, place, hostId };
    const text = JSON.stringify(kept);
    if (written.get(id) === text) continue;
    const row = { id, userId, startedAt: new Date(startedAtMs), ...kept };
    await db.openTerminal.upsert({ where: { id }, create: row, update: kept });
    written.set(id, text);
  }
}
