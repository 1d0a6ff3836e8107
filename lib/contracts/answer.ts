import type { AnswerCode } from "@/lib/shared/answer-codes";
import type { ErrorKey, ErrorParams } from "@/lib/shared/errors";

/** What every JSON answer looks like. `error`, `params` and `requestId` are there on failure only. */
export type Answer<T = unknown> = {
  code: AnswerCode;
  message: string;
  data: T;
  error?: ErrorKey;
  params?: ErrorParams;
  requestId?: string;
};
