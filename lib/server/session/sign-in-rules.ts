import type { SignInRules } from "@/lib/contracts/sign-in-rules";

export const defaultSignInRules: SignInRules = {
  second_factor: "optional",
  max_days: 30,
  idle_minutes: 720,
  may_stay: true,
  passwords: "everyone",
};

let source: () => SignInRules = () => defaultSignInRules;

/** Where the rules are kept is known to a group above this layer, which says it at start. */
export function setSignInRules(read: () => SignInRules): void {
  source = read;
}

/** As they are now. */
export function readSignInRules(): SignInRules {
  return source();
}
