import type { OutboundAnswer } from "@/lib/server/outbound/send-outbound";
import { SendFailure } from "./sent";

/** Of an answer whose body nobody reads. */
export const outLimits = { answerMs: 10_000, idleMs: 5_000, totalMs: 15_000, maxBytes: 16 * 1024 };
const longestWaitMs = 3_600_000;

/** Throws unless the receiver has taken the message; what is its own fault, or asks for patience, is tried again. */
export function assertTaken({ status, headers, close }: OutboundAnswer): number {
  close();
  if (status >= 200 && status < 300) return status;
  const isFinal = status < 500 && status !== 408 && status !== 425 && status !== 429;
  throw new SendFailure("notify/refused", { isFinal, status, retryAfterMs: retryAfter(headers["retry-after"]) });
}

/** Seconds alone; dates are rare there, and clocks differ. */
function retryAfter(value: string | undefined): number | null {
  const seconds = Number(value ?? "");
  return value === undefined || !Number.isFinite(seconds) ? null : Math.min(longestWaitMs, Math.max(0, seconds) * 1000);
}
