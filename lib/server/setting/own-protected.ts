import type { settingContract } from "@/lib/contracts/setting";
import { describeChanges } from "@/lib/server/base/describe-changes";
import { userIdOf } from "@/lib/server/runtime/ctx";
import type { Service } from "@/lib/server/http/service";
import { forgetActors } from "@/lib/server/session/find-actor";
import type { Root } from "@/lib/server/storage/storage";

/** A user's own patterns as host paths; those of roots that the user does not see any more mean nothing. */
export function ownProtectedHosts(patterns: readonly string[], roots: readonly Root[]): string[] {
  return patterns.flatMap((pattern) => {
    const slash = pattern.indexOf("/");
    const root = roots.find(({ id }) => id === pattern.slice(0, slash));
    if (root === undefined) return [];
    return [`${root.place === "/" ? "" : root.place}${pattern.slice(slash)}`];
  });
}

export const getOwnProtected: Service<typeof settingContract.getOwnProtected> = async (_, { actor }) => ({
  paths: [...actor.ownProtected],
});

export const setOwnProtected: Service<typeof settingContract.setOwnProtected> = async ({ paths }, ctx) => {
  const { db, actor } = ctx;
  const value = [...new Set(paths)];
  ctx.about(null, describeChanges({ paths: actor.ownProtected }, { paths: value }));
  await db.user.update({ where: { id: userIdOf(actor) }, data: { protectedPaths: value } });
  forgetActors();
  return {};
};
