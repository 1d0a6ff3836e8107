import { z } from "zod";
import { importances, messageKinds, messageWords } from "@/lib/shared/notify";
import type { Db } from "@/lib/server/db/open-db";
import type { Delivery } from "./sent";

const outgoing = z.object({
  id: z.string(),
  message: z.object({
    kind: z.enum(messageKinds),
    importance: z.enum(importances),
    words: z.enum(messageWords),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
    link: z.string().nullable(),
  }),
  username: z.string().nullable(),
  atMs: z.number(),
});
const way = z.enum(["push", "mail", "webhook"]);
/** Older, nobody waits for it any more. */
const longestMs = 86_400_000;

/** What is on its way, for the next start: written one after the other, and lost where the disk is full. */
export function createDeliveryRows(db: Db, onFailure: (error: unknown) => void) {
  let written: Promise<unknown> = Promise.resolve();
  const then = (work: () => Promise<unknown>) => {
    written = written.then(work).catch(onFailure);
  };
  return {
    create({ id, way: by, targetId, outgoing: sent, nextAtMs }: Delivery): void {
      const message = { ...sent, message: { ...sent.message, params: { ...sent.message.params } } };
      then(() => db.delivery.create({ data: { id, way: by, targetId, message, nextAt: new Date(nextAtMs) } }));
    },
    update({ id, tries, nextAtMs }: Delivery): void {
      then(() => db.delivery.updateMany({ where: { id }, data: { tries, nextAt: new Date(nextAtMs) } }));
    },
    remove(id: string): void {
      then(() => db.delivery.deleteMany({ where: { id } }));
    },
    /** The newest, the oldest first; what is too old or cannot be read is removed. */
    async all(most: number): Promise<Delivery[]> {
      await db.delivery.deleteMany({ where: { createdAt: { lt: new Date(Date.now() - longestMs) } } });
      const rows = await db.delivery.findMany({ orderBy: { createdAt: "desc" }, take: most });
      return rows.toReversed().flatMap((row) => {
        const sent = outgoing.safeParse(row.message);
        const by = way.safeParse(row.way);
        if (!sent.success || !by.success) return [];
        const { id, targetId, tries, nextAt } = row;
        return [{ id, way: by.data, targetId, outgoing: sent.data, tries, nextAtMs: nextAt.getTime() }];
      });
    },
    settled: () => written,
  };
}

export type DeliveryRows = ReturnType<typeof createDeliveryRows>;
