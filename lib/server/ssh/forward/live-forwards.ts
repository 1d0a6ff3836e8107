import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { SshForward } from "@/lib/contracts/ssh-forwards";
import { forwardKinds } from "@/lib/shared/ssh-hosts";
import type { Db } from "@/lib/server/db/open-db";
import { getApp } from "@/lib/server/runtime/app";
import { findUserActor } from "@/lib/server/session/find-actor";
import { recheck } from "@/lib/server/session/recheck";
import { connectTo, onConnectionsChanged } from "@/lib/server/ssh/connections";
import { mayListen } from "./may-listen";
import { openForward, type Forward, type Traffic } from "./open-forward";

export type ForwardRow = NonNullable<Awaited<ReturnType<Db["sshForward"]["findUnique"]>>> & { host: { name: string } };

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
export function startForward(row: ForwardRow): void {
  stopForward(row.id);
  const one: Live = {
    state: "starting",
    error: null,
    traffic: { connections: 0, bytesOut: 0, bytesIn: 0 },
    over: new AbortController(),
  };
  live.set(row.id, one);
  void keepOpen(row, one); // tells its failures in its state
}

export function stopForward(id: string): void {
  live.get(id)?.over.abort();
  live.delete(id);
}

async function keepOpen(row: ForwardRow, one: Live): Promise<void> {
  const { signal } = one.over;
  for (let waitMs = firstWaitMs; !signal.aborted; waitMs = Math.min(waitMs * 2, maxWaitMs)) {
    one.state = "starting";
    try {
      await passOn(row, one, () => (waitMs = firstWaitMs));
      one.error = null;
    } catch (error) {
      // Its host, or whoever it belongs to.
      if (isAppError(error) && error.key === "ssh/not-found") return stopForward(row.id);
      one.error = isAppError(error) ? error.key : "internal";
    }
    one.state = "waiting";
    await untilWorthATry(waitMs, signal);
  }
}

/** Resolves when the connection has ended. */
async function passOn(row: ForwardRow, one: Live, onOpen: () => void): Promise<void> {
  const { db, log } = getApp();
  const { signal } = one.over;
  const actor = await findUserActor(db, row.userId);
  if (actor === null) throw new AppError("ssh/not-found");
  const forward = forwardOf(row);
  if (!mayListen(forward, actor)) throw new AppError("auth/root-only");
  const connection = await connectTo({ db, actor, log }, { hostId: row.hostId, person: null, signal });
  const ended = once(connection.client, "close").catch(() => {}); // an error is followed by the end
  const close = await openForward({
    client: connection.client,
    forward,
    traffic: one.traffic,
    reach: async () => ({ lan: (await findUserActor(db, row.userId))?.permissions.has("lan_access") === true }),
    host: connection.name,
  });
  const lost = new AbortController();
  const stopAsking = recheck({
    isAllowed: async () => {
      const now = await findUserActor(db, row.userId);
      return now !== null && mayListen(forward, now);
    },
    end: () => lost.abort(),
  });
  connection.uses++;
  one.state = "open";
  one.error = null;
  onOpen();
  try {
    await Promise.race([ended, once(AbortSignal.any([signal, lost.signal]), "abort")]);
  } finally {
    stopAsking();
    connection.uses--;
    close();
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
  const rows = await db.sshForward.findMany({
    where: { isEnabled: true },
    include: { host: { select: { name: true } } },
  });
  for (const row of rows) startForward(row);
}

export function stopForwards(): void {
  for (const id of live.keys()) stopForward(id);
}
