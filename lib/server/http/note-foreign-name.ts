import { foreignNameCode } from "@/lib/contracts/audited-actions";
import { fitText } from "@/lib/server/base/fit-text";
import type { App } from "@/lib/server/runtime/app";
import { foreignNameOf } from "@/lib/server/session/proxy-name";
import { networkOf } from "@/lib/server/session/throttle";
import type { Exchange } from "./exchange";

const [quietMs, maxNetworks] = [10 * 60_000, 1_000];
const notedAtMs = new Map<string, number>();

/** Somebody who has not proven to be the proxy sends the header that names users: it is ignored, and recorded once in ten minutes for each network. */
export function noteForeignName(app: App, exchange: Exchange): void {
  const name = foreignNameOf(exchange);
  if (name === null) return;
  const { address, requestId } = exchange;
  const [network, nowMs] = [networkOf(address), Date.now()];
  if ((notedAtMs.get(network) ?? Number.NEGATIVE_INFINITY) + quietMs > nowMs) return;
  if (notedAtMs.size >= maxNetworks) notedAtMs.delete(notedAtMs.keys().next().value ?? "");
  notedAtMs.delete(network);
  notedAtMs.set(network, nowMs);
  app.audit.record({
    atMs: nowMs,
    userId: null,
    username: "",
    address,
    action: foreignNameCode,
    target: fitText(name, 128),
    outcome: exchange.trust === "none" ? "auth/proxy-foreign" : "auth/proxy-secret",
    requestId,
  });
}
