import type { LinkState, navindexChannels } from "@/lib/contracts/navindex";
import { isAppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";
import { createWorkBeside } from "@/lib/server/base/work-beside";
import { resolveTarget } from "@/lib/server/outbound/resolve-target";
import { sendOutbound, type OutboundRequest } from "@/lib/server/outbound/send-outbound";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { createLiveRows } from "@/lib/server/realtime/live-rows";
import type { Actor, Ctx } from "@/lib/server/runtime/ctx";
import { findActorNow } from "@/lib/server/session/find-actor";
import { recheck } from "@/lib/server/session/recheck";
import { findBoards } from "./boards";
import { urlsOf } from "./stored-board";

const checkEveryMs = 60_000;
const readEveryMs = 5_000;
const atOnce = 8;
const patience = { answerMs: 8_000, idleMs: 8_000, totalMs: 15_000, maxBytes: 64 * 1024 };
/** What a server says that knows no HEAD, or not there. */
const lacksHead: ReadonlySet<number> = new Set([400, 404, 405, 501]);

type Known = LinkState & { isLan: boolean };
type Viewer = { urls: ReadonlySet<string>; lan: boolean };

const viewers = new Set<Viewer>();
/** When a link was asked, whether for somebody who may reach the local network, and what came of it: null where nobody might have it asked. */
type Asked = { at: number; lan: boolean; row: Known | null };
/** Of those that somebody looks at. */
const known = new Map<string, Asked>();
let checking: Promise<void> | null = null;

const states = createLiveRows<Known>({
  everyMs: readEveryMs,
  late: { ms: 10_000, error: "request/overloaded" },
  most: limits.linkStates,
  async read() {
    const wanted = [...new Set([...viewers].flatMap(({ urls }) => [...urls]))].slice(0, limits.linkStates);
    const isWanted = new Set(wanted);
    for (const url of known.keys()) if (!isWanted.has(url)) known.delete(url);
    const due = wanted.filter(isDue);
    if (due.length > 0) checking ??= checkAll(due).finally(() => (checking = null));
    return [...known.values()].flatMap(({ row }) => (row === null ? [] : [row]));
  },
});

/** Tells one browser of the links on its boards. It opens anew when the boards have changed. */
export const followLinkStates: ChannelService<typeof navindexChannels.states> = async (_, ctx, { send }) => {
  const viewer: Viewer = {
    urls: new Set(urlsOf((await findBoards(ctx)).boards.flatMap(({ items }) => items))),
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
      see: (row) => (viewer.urls.has(row.id) && (viewer.lan || !row.isLan) ? row : null),
    });
  } finally {
    stopAsking();
    viewers.delete(viewer);
  }
};

/** Who has lost the right to the local network is told no more of it, and what was told goes with the next minute's news. */
async function hasLanNow({ db, actor }: Pick<Ctx, "db" | "actor">): Promise<boolean> {
  const now = await findActorNow(db, actor);
  return now !== null && hasLan(now);
}

const hasLan = ({ isRoot, permissions }: Pick<Actor, "isRoot" | "permissions">) =>
  isRoot || permissions.has("lan_access");

/** After a while; and at once where nobody before could have it asked, and somebody can now. */
function isDue(url: string): boolean {
  const asked = known.get(url);
  if (asked === undefined || Date.now() - asked.at >= checkEveryMs) return true;
  return asked.row === null && !asked.lan && mayReachLan(url);
}

/** Never rejects. */
async function checkAll(urls: readonly string[]): Promise<void> {
  const work = createWorkBeside(atOnce);
  for (const url of urls)
    await work.add(async () => {
      if (![...viewers].some((viewer) => viewer.urls.has(url))) return;
      const [at, lan] = [Date.now(), mayReachLan(url)];
      known.set(url, { at, lan, row: await check(url, lan) });
      states.soon();
    });
  await work.all();
}

/** Null where nobody who looks at it may reach it. */
async function check(url: string, lan: boolean): Promise<Known | null> {
  const place = await placeOf(new URL(url));
  if (place === "blocked" || (place === "lan" && !lan)) return null;
  const isLan = place === "lan";
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  const ask = (method: "HEAD" | "GET") => sendOutbound(requestFor(url, { method, isLan }));
  const base = { id: url, at: Date.now() };
  try {
    let answer = await ask("HEAD");
    answer.close();
    if (lacksHead.has(answer.status)) {
      answer = await ask("GET");
      answer.close();
    }
    const { status } = answer;
    return { ...base, state: status < 500 ? "up" : "down", status, ms: took(), isLan };
  } catch (error) {
    // A certificate of its own making is usual at home: who shows it is there, and so is who leads into the local network.
    const isThere = isAppError(error) && (error.key === "outbound/certificate" || error.key === "outbound/lan");
    return { ...base, state: isThere ? "up" : "down", status: null, ms: isThere ? took() : null, isLan };
  }
}

/** From what is not in the local network nothing leads there: its state is told to those as well who may not reach that. */
function requestFor(url: string, { method, isLan }: { method: "HEAD" | "GET"; isLan: boolean }): OutboundRequest {
  return {
    url: new URL(url),
    method,
    headers: { "user-agent": "Filedeck", accept: "*/*" },
    reach: () => Promise.resolve({ lan: isLan && mayReachLan(url) }),
    limits: patience,
    signal: AbortSignal.timeout(patience.totalMs),
  };
}

/** Whether one of those who look at it now may reach the local network. */
const mayReachLan = (url: string) => [...viewers].some((viewer) => viewer.lan && viewer.urls.has(url));

/** Where it is, before anything is asked there: what is near is told to some only, also that it does not answer. */
async function placeOf(url: URL): Promise<"public" | "lan" | "blocked"> {
  try {
    await resolveTarget(url, { lan: false });
  } catch (error) {
    if (isAppError(error) && error.key === "outbound/lan") return "lan";
    if (isAppError(error) && error.key === "outbound/blocked") return "blocked";
  }
  return "public";
}
