import { z } from "zod";
import type { Alert } from "@/lib/contracts/alert";
import { defineSetting } from "@/lib/server/group/define-setting";
import type { Db } from "@/lib/server/db/open-db";
import { findRows } from "@/lib/server/runtime/read-rows";
import { limits } from "@/lib/server/base/limits";
import type { Watched } from "./engine";

/** What had not held long enough when the server ended. */
export const pendingSetting = defineSetting({
  name: "alert-pending",
  schema: z.object({
    at: z.number(),
    list: z
      .array(
        z.object({
          ruleId: z.string(),
          subject: z.string(),
          sinceMs: z.number(),
          value: z.number(),
          worst: z.number(),
        }),
      )
      .max(1_000),
  }),
  fallback: { at: 0, list: [] },
  isPortable: false,
});
/** A longer pause says nothing of what was meanwhile. */
const pendingHoldsMs = 300_000;

/** Where alerts are kept over a restart: written one after the other; what the disk has no room for is in memory alone. */
export function createAlertStore(db: Db, onFailure: (error: unknown) => void) {
  let written: Promise<unknown> = Promise.resolve();
  const then = (work: () => Promise<unknown>) => {
    written = written.then(work).catch(onFailure);
  };
  return {
    keep(alert: Alert, { sentAtMs }: { sentAtMs: number | null }): void {
      const { id, rule_id: ruleId, metric, subject, comparison, importance, threshold, value, worst } = alert;
      const row = {
        ruleId,
        metric,
        subject,
        comparison,
        importance,
        threshold,
        value,
        worst,
        since: new Date(alert.since),
        firedAt: new Date(alert.fired_at),
        resolvedAt: alert.resolved_at === null ? null : new Date(alert.resolved_at),
        sentAt: sentAtMs === null ? null : new Date(sentAtMs),
      };
      then(() => db.alert.upsert({ where: { id }, create: { id, ...row }, update: row }));
    },
    end(id: string, atMs: number): void {
      then(() => db.alert.updateMany({ where: { id }, data: { resolvedAt: new Date(atMs) } }));
    },
    /** What goes on, and what was about to. */
    async load(nowMs: number): Promise<Watched[]> {
      const { rows } = await findRows("alerts", limits.listedRows, (page) =>
        db.alert.findMany({ where: { resolvedAt: null }, orderBy: { id: "asc" }, ...page }),
      );
      const firing = rows.map(({ id, ruleId, subject, value, worst, since, firedAt, sentAt }): Watched => ({
        ruleId,
        subject,
        value,
        worst,
        phase: "firing",
        clearMs: null,
        alertId: id,
        sinceMs: since.getTime(),
        firedAtMs: firedAt.getTime(),
        toldAtMs: sentAt?.getTime() ?? null,
      }));
      const { at, list } = pendingSetting.get();
      const pending = list.map((one): Watched => ({
        ...one,
        phase: "pending",
        clearMs: null,
        alertId: "",
        firedAtMs: 0,
        toldAtMs: null,
      }));
      return nowMs - at < pendingHoldsMs ? [...pending, ...firing] : firing;
    },
    savePending(found: readonly Watched[], nowMs: number): void {
      const list = found
        .slice(0, 1_000)
        .map(({ ruleId, subject, sinceMs, value, worst }) => ({ ruleId, subject, sinceMs, value, worst }));
      then(() => pendingSetting.save(db, { at: nowMs, list }));
    },
    settled: () => written,
  };
}

export type AlertStore = ReturnType<typeof createAlertStore>;
