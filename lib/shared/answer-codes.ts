/** Answer codes of the API (docs/api.md). Every failure maps to exactly one of them. */
export const answerCodes = {
  success: 0,
  fail: 1,
  authFail: 2,
  ddnsAuthFail: 3,
  fileMax: 4,
  preFile: 5,
  protectFile: 6,
  sharePassword: 7,
} as const;
export type AnswerCode = (typeof answerCodes)[keyof typeof answerCodes];
