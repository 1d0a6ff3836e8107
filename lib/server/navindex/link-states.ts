import { setImmediate } from "node:timers/promises";
import type { navindexChannels } from "@/lib/contracts/navindex";
import { limits } from "@/lib/server/base/limits";
import { createTurns } from "@/lib/server/base/turns";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { createLiveRows } from "@/lib/server/realtime/live-rows";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import { findActorNow } from "@/lib/server/session/find-actor";
import { recheck } from "@/lib/server/session/recheck";
import { findBoards } from "./boards";
import { hasLan } from "./has-lan";
import { askLink, type Known } from "./ask-link";
import { urlsOf } from "./stored-board";

const checkEveryMs = 60_000;
const readEveryMs = 5_000;
/** Hosts that do not answer are waited for by turns, at some of one user: what another looks at is asked meanwhile. */
const turns = createTurns({ atOnce: 4, inAll: 12, keptForNew: 4, maxWaiting: 1 });

/** `lanUrls`: those of the `urls` that are on a board of theirs by somebody who may reach the local network. */
type Viewer = { userId: string; urls: ReadonlySet<string>; lanUrls: ReadonlySet<string>; lan: boolean };
type Wanted = { url: string; host: string };

const viewers = new Set<Viewer>();
/** When a link was asked, whether for somebody who may reach the local network, and what came of it: null where nobody might have it asked. */
type Asked = { at: number; lan: boolean; row: Known | null };
/** Of those that somebody looks at. */
const known = new Map<string, Asked>();
/** What each user looks at, as of the last reading. */
let wantedBy: ReadonlyMap<string, readonly Wanted[]> = new Map();
/** Who waits for a turn. */
const waiting = new Set<string>();
/** Each is asked one thing at a time for each user: many links to one do not make another's wait. */
const busyHosts = new Set<string>();
const asking = new Set<string>();
/** For whom a host did not answer, when, and where it is: what else they want of it is not waited for again in the same round. */
const silent = new Map<string, { at: number; row: Known }>();

const states = createLiveRows<Known>({
  everyMs: readEveryMs,
  late: { ms: 10_000, error: "request/overloaded" },
  most: limits.linkStates,
  async read() {
    wantedBy = shareOut();
    const isWanted = new Set([...wantedBy.values()].flat().map(({ url }) => url));
    for (const url of known.keys()) if (!isWanted.has(url)) known.delete(url);
    for (const [key, { at }] of silent) if (Date.now() - at >= checkEveryMs) silent.delete(key);
    askNext();
    return [...known.values()].flatMap(({ row }) => (row === null ? [] : [row]));
  },
});

/** Tells one browser of the links on its boards. It opens anew when the boards have changed. */
export const followLinkStates: ChannelService<typeof navindexChannels.states> = async (_, ctx, { send }) => {
  const { boards, lanUrls } = await findBoards(ctx);
  const viewer: Viewer = {
    userId: userIdOf(ctx.actor),
    urls: new Set(urlsOf(boards.flatMap(({ items }) => items))),
    lanUrls,
    lan: hasLan(ctx.actor),
  };
  const stopAsking = viewer.lan
    ? recheck({ isAllowed: () => hasLanNow(ctx), end: () => (viewer.lan = false) })
    : () => {};
  viewers.add(viewer);
  states.soon();
  try {
    await states.follow({
      send,
      signal: ctx.signal,
      see: (row) => (viewer.urls.has(row.id) && (seesLan(viewer, row.id) || !row.isLan) ? row : null),
    });
  } finally {
    stopAsking();
    viewers.delete(viewer);
    wantedBy = shareOut();
  }
};

/** Who has lost the right to the local network is told no more of it, and what was told goes with the next minute's news. */
async function hasLanNow({ db, actor }: Pick<Ctx, "db" | "actor">): Promise<boolean> {
  const now = await findActorNow(db, actor);
  return now !== null && hasLan(now);
}

/** After a while; and at once where nobody before could have it asked, and somebody can now. */
function isDue(url: string): boolean {
  const asked = known.get(url);
  if (asked === undefined || Date.now() - asked.at >= checkEveryMs) return true;
  return asked.row === null && !asked.lan && mayReachLan(url);
}

/** One of each user in turn, until there are as many as may be: nobody's many leave out another's few. */
function shareOut(): Map<string, Wanted[]> {
  const wishes = new Map<string, Set<string>>();
  for (const { userId, urls } of viewers) wishes.set(userId, new Set([...(wishes.get(userId) ?? []), ...urls]));
  const lists = [...wishes].map(([userId, urls]) => ({ userId, urls: [...urls], shared: [] as Wanted[] }));
  const all = new Set<string>();
  const longest = Math.max(0, ...lists.map(({ urls }) => urls.length));
  for (let at = 0; at < longest; at++)
    for (const { urls, shared } of lists) {
      const url = urls[at];
      if (url === undefined || (all.size >= limits.linkStates && !all.has(url))) continue;
      all.add(url);
      shared.push({ url, host: new URL(url).hostname });
    }
  return new Map(lists.map(({ userId, shared }) => [userId, shared]));
}

/** A turn is the user's: what is asked in it shows when it has come, also what somebody has only wanted since. */
function askNext(): void {
  for (const userId of wantedBy.keys()) if (!waiting.has(userId) && nextOf(userId) !== null) void takeTurn(userId); // never rejects
}

/** What was asked longest ago. */
function nextOf(userId: string): Wanted | null {
  let next: Wanted | null = null;
  const atOf = ({ url }: Wanted) => known.get(url)?.at ?? 0;
  for (const one of wantedBy.get(userId) ?? [])
    if (
      !busyHosts.has(`${userId} ${one.host}`) &&
      !asking.has(one.url) &&
      isDue(one.url) &&
      (next === null || atOf(one) < atOf(next))
    )
      next = one;
  return next;
}

async function takeTurn(userId: string): Promise<void> {
  waiting.add(userId);
  // Who is refused one is asked for again with the next reading.
  const leave = await turns(userId, new AbortController().signal).catch(() => null);
  waiting.delete(userId);
  if (leave === null) return;
  const next = nextOf(userId);
  if (next === null) return leave();
  const host = `${userId} ${next.host}`;
  busyHosts.add(host);
  asking.add(next.url);
  askNext(); // another of theirs, of another host
  await ask(next.url, userId).finally(() => {
    busyHosts.delete(host);
    asking.delete(next.url);
    leave();
  });
  states.soon();
  // Many that are known to be silent are through at once: others' business comes in between.
  await setImmediate();
  askNext();
}

async function ask(url: string, holder: string): Promise<void> {
  const [at, lan] = [Date.now(), mayReachLan(url)];
  const lookers = [...viewers].filter((viewer) => viewer.urls.has(url)).map(({ userId }) => silenceOf(userId, url));
  const since = lookers.flatMap((key) => silent.get(key) ?? []).filter((one) => at - one.at < checkEveryMs);
  const [first] = since;
  if (first !== undefined && since.length === lookers.length) {
    // Before the one that did not answer: in the next round it is asked, whatever else its host is silent about.
    known.set(url, { at: first.at - 1, lan, row: first.row.isLan && !lan ? null : { ...first.row, id: url, at } });
    return;
  }
  const row = await askLink(url, { holder, mayReachLan: () => mayReachLan(url) });
  known.set(url, { at, lan, row });
  if (row?.state === "down" && row.status === null) for (const key of lookers) silent.set(key, { at, row });
}

/** By port: what answers on another one is another server. For each user, so that nobody's links make another's look silent. */
const silenceOf = (userId: string, url: string) => `${userId} ${new URL(url).host}`;

const seesLan = ({ lan, lanUrls }: Viewer, url: string) => lan && lanUrls.has(url);

/** Whether one of those who look at it now may reach the local network, and whoever put it before them as well. */
const mayReachLan = (url: string) => [...viewers].some((viewer) => seesLan(viewer, url));
