import type { fileContract } from "@/lib/contracts/file";
import { AppError } from "@/lib/shared/errors";
import type { Service } from "@/lib/server/http/service";
import { getApp } from "@/lib/server/runtime/app";
import { makeTicket } from "@/lib/server/session/ticket";

/** The rights are checked when the ticket is used: it is bound to the session, not to what the session may now. */
export const createTicket: Service<typeof fileContract.ticket> = async ({ files, each = false }, { actor }) => {
  if (actor.sessionId === null) throw new AppError("auth/forbidden", { permission: "session" });
  const { ticket, expiresAtMs } = makeTicket(getApp().keys, actor.sessionId, files, { isForEach: each });
  return { ticket, expires_at: expiresAtMs };
};
