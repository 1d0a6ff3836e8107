import type { userContract } from "@/lib/contracts/user";
import { AppError } from "@/lib/shared/errors";
import type { Service } from "@/lib/server/http/service";
import { forgetSession } from "@/lib/server/session/find-actor";
import { getUser } from "./manage-users";

/** Of administrators alone: others could see what they may not. Throws user/not-viewable. */
export const viewAs: Service<typeof userContract.viewAs> = async ({ id }, ctx) => {
  const { actor, db } = ctx;
  const { sessionId } = actor;
  if (!actor.isRoot || sessionId === null) throw new AppError("auth/forbidden", { permission: "is_root" });
  const user = await getUser(ctx, id);
  if (user.isRoot) throw new AppError("user/not-viewable");
  await db.session.update({ where: { id: sessionId }, data: { viewAsId: id } });
  forgetSession(sessionId);
  return {};
};

export const stopViewing: Service<typeof userContract.stopViewing> = async (_, { actor, db, about }) => {
  const { sessionId, viewer, username } = actor;
  if (sessionId === null || viewer === null) return {};
  about(username);
  await db.session.update({ where: { id: sessionId }, data: { viewAsId: null } });
  forgetSession(sessionId);
  return {};
};
