import type { fileContract } from "@/lib/contracts/file";
import { AppError } from "@/lib/shared/errors";
import type { Service } from "@/lib/server/http/service";

/** The current root belongs to the browser session; an API token always starts at the first one. */
export const chooseBase: Service<typeof fileContract.baseSwitch> = async ({ index }, { storage, db, actor }) => {
  if (index >= (await storage.roots()).length) throw new AppError("file/not-found");
  if (actor.sessionId !== null) await db.session.update({ where: { id: actor.sessionId }, data: { rootIndex: index } });
  return { index };
};

export const getBase: Service<typeof fileContract.getBaseSwitch> = async (_, { storage, db, actor }) => {
  const session =
    actor.sessionId === null
      ? null
      : await db.session.findUnique({ where: { id: actor.sessionId }, select: { rootIndex: true } });
  const count = (await storage.roots()).length;
  return { index: Math.min(session?.rootIndex ?? 0, Math.max(0, count - 1)) };
};
