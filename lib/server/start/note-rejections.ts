import type { Logger } from "pino";
import { unhandled } from "@/lib/server/base/unhandled";

/** So many are written down in an hour: what comes from another server's bytes can come without end. */
const mostLogged = 100;
const everyMs = 3_600_000;

/**
 * A promise that fails where nobody waits for it is a mistake of ours, and no reason to end the work of everybody: it is logged and counted, and the count is among
 * the figures for Prometheus.
 */
export function noteRejections(log: Pick<Logger, "error">): (reason: unknown) => void {
  let [logged, sinceMs] = [0, 0];
  return (reason) => {
    unhandled.rejections++;
    const nowMs = performance.now();
    if (nowMs - sinceMs > everyMs) [logged, sinceMs] = [0, nowMs];
    if (logged++ < mostLogged) log.error({ err: reason }, "a failure that nothing waited for");
  };
}
