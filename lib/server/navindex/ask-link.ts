import type { LinkState } from "@/lib/contracts/navindex";
import { isAppError } from "@/lib/shared/errors";
import { resolveTarget, type Reach } from "@/lib/server/outbound/resolve-target";
import { sendOutbound, type OutboundRequest } from "@/lib/server/outbound/send-outbound";

const patience = { answerMs: 8_000, idleMs: 8_000, totalMs: 15_000, maxBytes: 64 * 1024 };
/** What a server says that knows no HEAD, or not there. */
const lacksHead: ReadonlySet<number> = new Set([400, 404, 405, 501]);

export type Known = LinkState & { isLan: boolean };
type For = { holder: string; mayReachLan: () => boolean };

/** Null where nobody who looks at it may reach it. `holder`: in whose turn; `mayReachLan`: whether one of them may reach the local network now. */
export async function askLink(url: string, { holder, mayReachLan }: For): Promise<Known | null> {
  const lan = mayReachLan();
  const place = await placeOf(new URL(url), holder);
  if (place === "blocked" || (place === "lan" && !lan)) return null;
  const isLan = place === "lan";
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  const ask = (method: "HEAD" | "GET") =>
    sendOutbound(requestFor(url, { method, reach: () => ({ lan: isLan && mayReachLan(), holder }) }));
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

type Asking = { method: "HEAD" | "GET"; reach: () => Reach };

/** From what is not in the local network nothing leads there: its state is told to those as well who may not reach that. */
function requestFor(url: string, { method, reach }: Asking): OutboundRequest {
  return {
    url: new URL(url),
    method,
    headers: { "user-agent": "Filedeck", accept: "*/*" },
    reach: () => Promise.resolve(reach()),
    limits: patience,
    signal: AbortSignal.timeout(patience.totalMs),
  };
}

/** Where it is, before anything is asked there: what is near is told to some only, also that it does not answer. */
async function placeOf(url: URL, holder: string): Promise<"public" | "lan" | "blocked"> {
  try {
    await resolveTarget(url, { lan: false, holder });
  } catch (error) {
    if (isAppError(error) && error.key === "outbound/lan") return "lan";
    if (isAppError(error) && error.key === "outbound/blocked") return "blocked";
  }
  return "public";
}
