import { StringDecoder } from "node:string_decoder";
import { setTimeout as wait } from "node:timers/promises";
import type { DownInputOf } from "@/lib/contracts/channel";
import { auditCodeOf } from "@/lib/contracts/audited-actions";
import { sshContract, type sshChannels } from "@/lib/contracts/ssh";
import { AppError, isAppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import { auditRoom, fitPair, fitText } from "@/lib/server/base/fit-text";
import type { Service } from "@/lib/server/http/service";
import type { ChannelCtx, ChannelService } from "@/lib/server/realtime/serve-channels";
import { userIdOf, type Actor } from "@/lib/server/runtime/ctx";
import { connectTo } from "@/lib/server/ssh/connections";
import { assertWholeHost } from "@/lib/server/ssh/host-roots";
import { findHost } from "@/lib/server/ssh/hosts";
import { recordSsh } from "@/lib/server/ssh/record-ssh";
import { openSession } from "@/lib/server/ssh/open-session";
import { openStream } from "@/lib/server/ssh/open-stream";
import { remoteEnvironment } from "@/lib/server/ssh/remote-shell";

/** Whose it is: of another session of the same user it is not, whose rights may be others. */
type Owner = Pick<Actor, "userId" | "sessionId" | "tokenId">;
type Prepared = { owner: Owner; ids: readonly string[]; command: string };
type Run = typeof sshChannels.run;

const waitMs = 60_000;
const codeMs = 5_000;
const maxPrepared = { perUser: 20, inAll: 1_000 };
const keptBytes = 256 * 1024;

const prepared = new Map<string, Prepared>();

/** Says for the audit log what is run and where; the channel does it. */
export const prepareRun: Service<typeof sshContract.prepareRun> = async ({ ids, command }, { db, actor, about }) => {
  const hosts = await Promise.all([...new Set(ids)].map((id) => findHost(db, actor, id)));
  const targets = hosts.map(({ name }) => fitPair(command, name));
  // What a target has no room for is told as well: filler hides no part of a command, nor do many hosts in one line.
  const isTold = targets.length === 1 && targets[0]?.startsWith(command) === true;
  about(targets, { text: isTold ? "" : fitText(command, auditRoom.changes), of: ["ids", "command"] });
  for (const host of hosts) assertWholeHost(host, actor);
  const userId = userIdOf(actor);
  const own = [...prepared.values()].filter(({ owner }) => owner.userId === userId).length;
  if (own >= maxPrepared.perUser || prepared.size >= maxPrepared.inAll) throw new AppError("request/overloaded");
  const id = randomId(16);
  const { sessionId, tokenId } = actor;
  prepared.set(id, { owner: { userId, sessionId, tokenId }, ids: hosts.map((host) => host.id), command });
  setTimeout(() => prepared.delete(id), waitMs).unref();
  return { id };
};

/** Runs a prepared command on all of its hosts at once; one that fails keeps no other from going on. */
export const runOnHosts: ChannelService<Run> = async ({ id }, ctx, { send }) => {
  const run = prepared.get(id);
  if (run === undefined || !isOf(run.owner, ctx.actor)) throw new AppError("ssh/not-found");
  prepared.delete(id);
  const turns = createTurns(send);
  await Promise.all(
    run.ids.map(async (hostId) => {
      try {
        // The rights may have become less since it was prepared.
        assertWholeHost(await findHost(ctx.db, ctx.actor, hostId), ctx.actor);
        await runOn(hostId, { command: run.command, ctx, send: turns });
      } catch (error) {
        if (ctx.signal.aborted) throw error;
        const key = isAppError(error) ? error.key : "internal";
        const action = auditCodeOf(sshContract.prepareRun);
        await recordSsh(ctx, { action, target: fitPair(run.command, await nameOf(ctx, hostId)), outcome: key });
        await turns({ type: "failed", host_id: hostId, error: key });
      }
    }),
  );
};

const isOf = (owner: Owner, { userId, sessionId, tokenId }: Owner): boolean =>
  owner.userId === userId && owner.sessionId === sessionId && owner.tokenId === tokenId;

async function nameOf({ db, actor }: ChannelCtx, hostId: string): Promise<string> {
  return findHost(db, actor, hostId).then(
    ({ name }) => name,
    () => hostId,
  );
}

type Send = (message: DownInputOf<Run>) => Promise<void>;

async function runOn(
  host_id: string,
  { command, ctx, send }: { command: string; ctx: ChannelCtx; send: Send },
): Promise<void> {
  const main = await connectTo(ctx, { hostId: host_id, person: null, signal: ctx.signal });
  const { connection, stream, exit, ended } = await openSession(main, async (one) => ({
    connection: one,
    ...(await openStream((took) => one.client.exec(command, { env: remoteEnvironment }, took), one.name)),
  }));
  connection.uses++;
  const stop = () => stream.close();
  ctx.signal.addEventListener("abort", stop, { once: true });
  // It may have been left while the command began.
  if (ctx.signal.aborted) stop();
  try {
    let left = keptBytes;
    const tell = async (pieces: AsyncIterable<Buffer>) => {
      const decoder = new StringDecoder("utf8");
      for await (const piece of pieces) {
        if (left <= 0) continue;
        const text = decoder.write(piece.subarray(0, left));
        left -= piece.length;
        await send({ type: "text", host_id, text });
        if (left <= 0) await send({ type: "cut", host_id });
      }
    };
    // Nothing is typed into it: what asks gets an end.
    stream.end();
    await Promise.all([tell(stream as AsyncIterable<Buffer>), tell(stream.stderr as AsyncIterable<Buffer>)]); // no encoding is set
    // The code comes behind the last of the output, from hosts that send one.
    await Promise.race([ended, wait(codeMs, null, { ref: false, signal: ctx.signal })]);
    await send({ type: "exit", host_id, code: exit().code });
  } finally {
    ctx.signal.removeEventListener("abort", stop);
    connection.uses--;
    stream.close();
  }
}

/** One message after the other, from many at once. */
function createTurns(send: Send): Send {
  let last: Promise<void> = Promise.resolve();
  return (message) => {
    const mine = last.then(() => send(message));
    last = mine.catch(() => {}); // its own caller is told
    return mine;
  };
}
