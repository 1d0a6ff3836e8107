import type { ErrorKey } from "./errors";

/**
 * The failures whose words come with a page that has not all of its language: those that anonymous callers meet, and those that are said when nothing
 * more can be loaded. The others' are loaded with the failure (`lib/client/load-messages.ts`).
 */
export const carriedErrors: readonly ErrorKey[] = [
  "internal",
  "network",
  "request/invalid",
  "request/too-large",
  "request/busy",
  "request/overloaded",
  "request/slow",
  "auth/required",
  "auth/wrong-credentials",
  "auth/throttled",
  "auth/second-factor",
  "auth/second-factor-late",
  "auth/wrong-code",
  "auth/passkey",
  "user/passkey",
  "auth/factor-missing",
  "auth/confirm",
  "auth/password-again",
  "user/factor-setup",
  "auth/setup-closed",
  "auth/setup-token",
  "user/password-weak",
  "file/not-found",
  "share/not-found",
  "share/expired",
  "share/used-up",
  "share/password",
  "share/password-wrong",
];
