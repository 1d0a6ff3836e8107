import { AppError } from "@/lib/shared/errors";
import { expect, it } from "vitest";
import { findPasskeyProblem } from "./passkey";

const failure = (name: string, code?: string) =>
  Object.assign(new Error("in the browser's words"), { name, ...(code === undefined ? {} : { code }) });

it.each([
  [failure("NotAllowedError"), "given-up"],
  [failure("AbortError"), "given-up"],
  [failure("InvalidStateError"), "known"],
  [failure("Error", "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED"), "known"],
  [failure("ConstraintError"), "no-lock"],
  [failure("SecurityError"), "failed"],
  ["text", "failed"],
  [new AppError("auth/passkey"), null],
])("what went wrong with a passkey is said in few words: %s", (error, problem) => {
  expect(findPasskeyProblem(error)).toBe(problem);
});
