import { answerCodes } from "./answer-codes";

const { fail } = answerCodes;

/** What can be wrong about a logo; a part of `errorTable`. */
export const appearanceErrors = {
  "appearance/not-png": { code: fail, status: 422 },
  "appearance/no-logo": { code: fail, status: 404 },
} as const;
