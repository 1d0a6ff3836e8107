import { answerCodes } from "./answer-codes";

const { fail } = answerCodes;

/** What can go wrong with previews; part of the one table of failures. */
export const previewErrors = {
  "preview/failed": { code: fail, status: 422 },
  "preview/no-jail": { code: fail, status: 501 },
  "preview/too-large": { code: fail, status: 422 },
} as const;
