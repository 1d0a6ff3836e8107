import type { sshContract } from "@/lib/contracts/ssh";
import { randomId } from "@/lib/shared/units";
import { sortByName } from "@/lib/shared/compare-names";
import { AppError } from "@/lib/shared/errors";
import type { Db } from "@/lib/server/db/open-db";
import type { Service } from "@/lib/server/http/service";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { findRows } from "@/lib/server/runtime/read-rows";
import { limits } from "@/lib/server/base/limits";
import type { HostKey } from "./host-key";
import { addressOf, type HostRow } from "./hosts";

type Row = Pick<HostRow, "userId" | "address" | "port">;

/** The key that the host's owner trusts; null: none yet. */
export async function trustedKey(db: Db, host: Row): Promise<HostKey | null> {
  const { userId } = host;
  return db.sshHostKey.findUnique({
    where: { userId_address: { userId, address: addressOf(host) } },
    select: { type: true, fingerprint: true },
  });
}

export async function trustKey(db: Db, host: Row, { type, fingerprint }: HostKey): Promise<void> {
  const { userId } = host;
  const address = addressOf(host);
  await db.sshHostKey.upsert({
    where: { userId_address: { userId, address } },
    create: { id: randomId(16), userId, address, type, fingerprint },
    update: { type, fingerprint, addedAt: new Date() },
  });
}

export const listHostKeys: Service<typeof sshContract.listHostKeys> = async (_, { db, actor }) => {
  const { rows, unreadable } = await findRows("keys of SSH hosts", limits.listedRows, (page) =>
    db.sshHostKey.findMany({
      where: { userId: userIdOf(actor) },
      orderBy: [{ address: "asc" }, { id: "asc" }],
      ...page,
    }),
  );
  return {
    unreadable,
    keys: sortByName(rows, ({ address }) => address).map(({ id, address, type, fingerprint, addedAt }) => ({
      id,
      address,
      type,
      fingerprint,
      added_at: addedAt.getTime(),
    })),
  };
};

export const deleteHostKey: Service<typeof sshContract.deleteHostKey> = async ({ id }, { db, actor, about }) => {
  const where = { id, userId: userIdOf(actor) };
  const row = await db.sshHostKey.findFirst({ where });
  if (row === null) throw new AppError("ssh/not-found");
  about(row.address);
  await db.sshHostKey.deleteMany({ where });
  return {};
};
