import { getApp } from "@/lib/server/runtime/app";
import type { Ctx } from "@/lib/server/runtime/ctx";

type Done = { action: string; target: string; outcome: string };

/** For the audit log: what was done by a channel, which gives no answer that would be recorded. The address is that of the session's sign-in. */
export async function recordSsh({ db, actor }: Pick<Ctx, "db" | "actor">, done: Done): Promise<void> {
  const { userId, username, sessionId } = actor;
  const session = sessionId === null ? null : await db.session.findUnique({ where: { id: sessionId } });
  const address = session?.address ?? "";
  getApp().audit.record({ atMs: Date.now(), userId, username, address, requestId: "", ...done });
}
