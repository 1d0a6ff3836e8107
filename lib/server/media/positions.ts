import type { mediaContract } from "@/lib/contracts/media";
import { encodePath, type VirtualPath } from "@/lib/shared/paths";
import { AppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";
import type { Service } from "@/lib/server/http/service";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";

/** Where a user stopped, by the path: another file of the same name begins there too, as any player has it. */
export const getPosition: Service<typeof mediaContract.getPosition> = async ({ file }, ctx) => {
  await assertFile(file, ctx);
  const row = await ctx.db.mediaPosition.findUnique({ where: keyOf(file, ctx) });
  return { seconds: row?.seconds ?? null };
};

export const setPosition: Service<typeof mediaContract.setPosition> = async ({ file, seconds }, ctx) => {
  await assertFile(file, ctx);
  const { userId_place: key } = keyOf(file, ctx);
  const { userId } = key;
  if (seconds === 0) await ctx.db.mediaPosition.deleteMany({ where: key });
  else {
    const fields = { seconds, updatedAt: new Date() };
    await ctx.db.mediaPosition.upsert({ where: { userId_place: key }, create: { ...key, ...fields }, update: fields });
    await forgetOldest(userId, ctx);
  }
  return {};
};

const keyOf = (file: VirtualPath, { actor }: Pick<Ctx, "actor">) => ({
  userId_place: { userId: userIdOf(actor), place: encodePath(file) },
});

async function assertFile(file: VirtualPath, { storage }: Pick<Ctx, "storage">): Promise<void> {
  const { kind } = await storage.stat(file);
  if (kind !== "file") throw new AppError("file/not-file");
}

async function forgetOldest(userId: string, { db }: Pick<Ctx, "db">): Promise<void> {
  const beyond = await db.mediaPosition.findMany({
    where: { userId },
    orderBy: { updatedAt: "desc" },
    skip: limits.media.positions,
    take: limits.media.positions,
    select: { place: true },
  });
  if (beyond.length > 0)
    await db.mediaPosition.deleteMany({ where: { userId, place: { in: beyond.map(({ place }) => place) } } });
}
