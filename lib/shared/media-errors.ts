import { answerCodes } from "./answer-codes";

const { fail } = answerCodes;

/** What can go wrong with films and sound that are converted; part of the one table of failures. */
export const mediaErrors = {
  "media/failed": { code: fail, status: 422 },
  "media/no-program": { code: fail, status: 501 },
} as const;
