import { answerCodes } from "./answer-codes";

const { fail } = answerCodes;

/** What can be wrong about a picture that is to be edited; a part of `errorTable`. */
export const imageErrors = {
  "image/no-image": { code: fail, status: 422 },
  "image/other-format": { code: fail, status: 422 },
} as const;
