import type { sshChannels, sshContract } from "@/lib/contracts/ssh";
import type { SshForward } from "@/lib/contracts/ssh-forwards";
import { AppError } from "@/lib/shared/errors";
import { forwardKinds } from "@/lib/shared/ssh-hosts";
import { randomId } from "@/lib/shared/units";
import { limits } from "@/lib/server/base/limits";
import { withLock } from "@/lib/server/base/with-lock";
import type { Service } from "@/lib/server/http/service";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import { findHost } from "@/lib/server/ssh/hosts";
import { findRows } from "@/lib/server/runtime/read-rows";
import { liveOf, startForward, stopForward } from "./live-forwards";
import { assertMayListen } from "./may-listen";

const lookMs = 1_000;
const host = { select: { name: true } } as const;

type ForwardRow = NonNullable<Awaited<ReturnType<Ctx["db"]["sshForward"]["findUnique"]>>> & { host: { name: string } };

async function describeForwards({ db, actor }: Pick<Ctx, "db" | "actor">) {
  const { rows, unreadable } = await findRows("SSH port forwards", limits.listedRows, (page) =>
    db.sshForward.findMany({
      where: { userId: userIdOf(actor) },
      include: { host },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      ...page,
    }),
  );
  return { forwards: rows.map(describe), unreadable };
}

function describe(row: ForwardRow): SshForward {
  const live = liveOf(row.id);
  return {
    id: row.id,
    host_id: row.hostId,
    host_name: row.host.name,
    kind: forwardKinds.find((kind) => kind === row.kind) ?? "local",
    bind_address: row.bindAddress,
    bind_port: row.bindPort,
    target_address: row.targetAddress,
    target_port: row.targetPort,
    is_enabled: row.isEnabled,
    state: live?.state ?? "off",
    error: live?.error ?? null,
    connections: live?.traffic.connections ?? 0,
    bytes_out: live?.traffic.bytesOut ?? 0,
    bytes_in: live?.traffic.bytesIn ?? 0,
  };
}

export const listForwards: Service<typeof sshContract.listForwards> = (_, ctx) => describeForwards(ctx);

export const createForward: Service<typeof sshContract.createForward> = async (input, { db, actor, about }) => {
  const userId = userIdOf(actor);
  const { name } = await findHost(db, actor, input.host_id);
  const { bind_address: bindAddress, bind_port: bindPort, kind } = input;
  about(`${kind} ${bindAddress}:${bindPort} ${name}`);
  await assertMayListen({ kind, bindAddress, bindPort }, actor, db);
  const target =
    input.kind === "dynamic" ? { address: "", port: 0 } : { address: input.target_address, port: input.target_port };
  const id = randomId(16);
  // Many at once are no more than one after the other.
  await withLock(`SSH forwards of ${userId}`, async () => {
    if ((await db.sshForward.count({ where: { userId } })) >= limits.sshForwards.perUser)
      throw new AppError("ssh/too-many", { count: limits.sshForwards.perUser });
    await db.sshForward.create({
      data: {
        id,
        userId,
        hostId: input.host_id,
        kind,
        bindAddress,
        bindPort,
        targetAddress: target.address,
        targetPort: target.port,
        isEnabled: true,
      },
    });
  });
  startForward(id);
  return { id };
};

async function findForward({ db, actor, about }: Pick<Ctx, "db" | "actor" | "about">, id: string): Promise<ForwardRow> {
  const row = await db.sshForward.findFirst({ where: { id, userId: userIdOf(actor) }, include: { host } });
  if (row === null) throw new AppError("ssh/not-found");
  about(`${row.kind} ${row.bindAddress}:${row.bindPort} ${row.host.name}`);
  return row;
}

export const switchForward: Service<typeof sshContract.switchForward> = async ({ id, is_enabled: isEnabled }, ctx) => {
  await findForward(ctx, id);
  await ctx.db.sshForward.update({ where: { id }, data: { isEnabled } });
  if (isEnabled) startForward(id);
  else stopForward(id);
  return {};
};

export const deleteForward: Service<typeof sshContract.deleteForward> = async ({ id }, ctx) => {
  await findForward(ctx, id);
  await ctx.db.sshForward.deleteMany({ where: { id } });
  stopForward(id);
  return {};
};

/** Tells one's own forwards, and again once a second while something of them is different. */
export const followForwards: ChannelService<typeof sshChannels.forwards> = async (_, ctx, { send }) => {
  for (let told = ""; !ctx.signal.aborted;) {
    const all = await describeForwards(ctx);
    const text = JSON.stringify(all);
    if (text !== told) await send(all);
    told = text;
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
};
