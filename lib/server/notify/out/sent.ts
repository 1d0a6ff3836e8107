import { isAppError, type ErrorKey } from "@/lib/shared/errors";
import type { Telling } from "@/lib/server/runtime/tell-user";
import type { WayOut } from "@/lib/shared/notify";

/** What goes out: the message, and whom it is for; null: nobody alone, but for what the machine tells. */
export type Outgoing = { id: string; message: Telling["message"]; username: string | null; atMs: number };

export type Delivery = {
  id: string;
  way: WayOut;
  targetId: string;
  outgoing: Outgoing;
  tries: number;
  nextAtMs: number;
};

/** Why a message did not arrive. */
export class SendFailure extends Error {
  readonly problem: ErrorKey;
  /** Trying again leads nowhere. */
  readonly isFinal: boolean;
  /** HTTP status of the answer, where there was one. */
  readonly status: number | null;
  /** The receiver asks to wait so long. */
  readonly retryAfterMs: number | null;

  constructor(problem: ErrorKey, { isFinal = false, status = null, retryAfterMs = null, cause }: Partial<Failed> = {}) {
    super(problem, { cause });
    this.problem = problem;
    this.isFinal = isFinal;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}
type Failed = { isFinal: boolean; status: number | null; retryAfterMs: number | null; cause: unknown };

/** Addresses that nobody may reach are not tried again. */
export function toFailure(error: unknown): SendFailure {
  if (error instanceof SendFailure) return error;
  if (!isAppError(error)) return new SendFailure("internal", { cause: error });
  const isFinal = ["outbound/blocked", "outbound/lan", "outbound/address"].includes(error.key);
  return new SendFailure(error.key, { isFinal, cause: error });
}
