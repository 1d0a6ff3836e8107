import { answerCodes } from "./answer-codes";

const { fail } = answerCodes;

/** The failures of alerts and of messages to people; part of the table of errors.ts. */
export const alertErrors = {
  "alert/not-found": { code: fail, status: 404 },
  "alert/too-many": { code: fail, status: 409 },
  "notify/not-found": { code: fail, status: 404 },
  "notify/too-many": { code: fail, status: 409 },
  "notify/test-soon": { code: fail, status: 429 },
  "notify/dropped": { code: fail, status: 409 },
  "notify/refused": { code: fail, status: 409 },
  "notify/sealed": { code: fail, status: 409 },
  "notify/webhook-off": { code: fail, status: 409 },
  "notify/mail-off": { code: fail, status: 409 },
  "notify/mail-incomplete": { code: fail, status: 422 },
  "notify/mail-soon": { code: fail, status: 429 },
  "notify/mail-code": { code: fail, status: 403 },
  "notify/mail-sign-in": { code: fail, status: 409 },
  "notify/mail-tls": { code: fail, status: 409 },
  "notify/mail-refused": { code: fail, status: 409 },
} as const;
