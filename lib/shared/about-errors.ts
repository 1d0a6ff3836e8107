import { answerCodes } from "./answer-codes";

const { fail } = answerCodes;

/** What can be wrong about programs of the system, and about looking for updates; a part of `errorTable`. */
export const aboutErrors = {
  "about/no-program": { code: fail, status: 422 },
  "about/changeable-program": { code: fail, status: 403 },
  "about/outside-program": { code: fail, status: 403 },
  "about/other-program": { code: fail, status: 422 },
  "about/updates-off": { code: fail, status: 409 },
  "about/update-answer": { code: fail, status: 422 },
} as const;
