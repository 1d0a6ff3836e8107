import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { SshForward } from "@/lib/contracts/ssh-forwards";
import { forwardKinds } from "@/lib/shared/ssh-hosts";
import { untilAborted } from "@/lib/server/base/until-aborted";
import type { Db } from "@/lib/server/db/open-db";
import { getApp } from "@/lib/server/runtime/app";
import type { Actor } from "@/lib/server/runtime/ctx";
import { findUserActor } from "@/lib/server/session/find-actor";
import { recheck } from "@/lib/server/session/recheck";
import { connectTo, onConnectionsChanged } from "@/lib/server/ssh/connections";
import { assertListens, assertMayListen } from "./may-listen";
import { openForward, type Forward, type Traffic } from "./open-forward";

type ForwardRow = NonNullable<Awaited<ReturnType<Db["sshForward"]["findUnique"]>>>;

type Live = {
  state: Exclude<SshForward["state"], "off">;
  error: string | null;
  traffic: Traffic;
  over: AbortController;
};

const firstWaitMs = 1_000;
const maxWaitMs = 60_000;

const live = new Map<string, Live>();

export const liveOf = (id: string): Live | null => live.get(id) ?? null;

/** Passes a port on until it is stopped: connects anew whenever the connection is lost. */
export function startForward(id: string): void {
  stopForward(id);
  const one: Live = {
    state: "starting",
    error: null,
    traffic: { connections: 0, bytesOut: 0, bytesIn: 0 },
    over: new AbortController(),
  };
  live.set(id, one);
  void keepOpen(id, one); // tells its failures in its state
}

/** Call it once it is written that it is off, or deleted: each try reads that when it can be stopped by this already. */
export function stopForward(id: string): void {
  live.get(id)?.over.abort();
  live.delete(id);
}

async function keepOpen(id: string, one: Live): Promise<void> {
  const { signal } = one.over;
  for (let waitMs = firstWaitMs; !signal.aborted; waitMs = Math.min(waitMs * 2, maxWaitMs)) {
    one.state = "starting";
    try {
      await passOn(id, one, () => (waitMs = firstWaitMs));
      one.error = null;
    } catch (error) {
      if (signal.aborted) return;
      // It is turned off, or gone, or its host is, or whoever it belongs to.
      if (isAppError(error) && error.key === "ssh/not-found") return stopForward(id);
      one.error = isAppError(error) ? error.key : "internal";
    }
    one.state = "waiting";
    await untilWorthATry(waitMs, signal);
  }
}

/** Resolves when the connection has ended. */
async function passOn(id: string, one: Live, onOpen: () => void): Promise<void> {
  const { db, log } = getApp();
  const { signal } = one.over;
  const row = await db.sshForward.findUnique({ where: { id } });
  const actor = row?.isEnabled === true ? await findUserActor(db, row.userId) : null;
  if (row === null || actor === null) throw new AppError("ssh/not-found");
  const forward = forwardOf(row);
  await assertMayListen(forward, actor, db);
  const connection = await connectTo({ db, actor, log }, { hostId: row.hostId, person: null, signal });
  // Turned off meanwhile.
  signal.throwIfAborted();
  const over = new AbortController();
  // An error is followed by the end.
  const ended = once(connection.client, "close", { signal: over.signal }).catch(() => {});
  try {
    const close = await openForward({
      client: connection.client,
      forward,
      traffic: one.traffic,
      reach: async () => ({
        lan: (await findUserActor(db, row.userId))?.permissions.has("lan_access") === true,
        holder: row.userId,
      }),
      host: connection.name,
    });
    const lost = new AbortController();
    const stopAsking = recheck({
      isAllowed: async () => {
        const now = await findUserActor(db, row.userId);
        return now !== null && listens(forward, now);
      },
      end: () => lost.abort(),
    });
    connection.uses++;
    one.state = "open";
    one.error = null;
    onOpen();
    // It may have been turned off while it opened.
    await Promise.race([ended, untilAborted(AbortSignal.any([signal, lost.signal]))]);
    stopAsking();
    connection.uses--;
    close();
  } finally {
    over.abort();
  }
}

function listens(forward: Forward, actor: Actor): boolean {
  try {
    assertListens(forward, actor);
    return true;
  } catch {
    return false;
  }
}

/** Some time, or until somebody has connected to a host: then it may be this one. */
async function untilWorthATry(waitMs: number, signal: AbortSignal): Promise<void> {
  const woken = new AbortController();
  const stop = onConnectionsChanged(() => woken.abort());
  await wait(waitMs, null, { signal: AbortSignal.any([signal, woken.signal]) }).catch(() => {});
  stop();
}

function forwardOf({ kind, bindAddress, bindPort, targetAddress, targetPort }: ForwardRow): Forward {
  const known = forwardKinds.find((name) => name === kind) ?? "local";
  return { kind: known, bindAddress, bindPort, targetAddress, targetPort };
}

/** Those that are turned on, after a start of the server. */
export async function startForwards(db: Db): Promise<void> {
  const rows = await db.sshForward.findMany({ where: { isEnabled: true }, select: { id: true } });
  for (const { id } of rows) startForward(id);
}

export function stopForwards(): void {
  for (const id of live.keys()) stopForward(id);
}
