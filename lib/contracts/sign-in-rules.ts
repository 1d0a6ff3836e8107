import { z } from "zod";

/** Of whom a second factor is required, beside those whose role requires one. */
export const factorDemands = ["optional", "administrators", "everyone"] as const;

/** Who may sign in with a password. Administrators always may: nobody locks them out with a setting. */
export const passwordUsers = ["everyone", "administrators"] as const;

/** A setting of the whole server: what signing in takes, and how long it lasts. */
export const signInRules = z.object({
  second_factor: z.enum(factorDemands),
  /** How long a session lasts at most. */
  max_days: z.number().int().min(1).max(365),
  /** How long a session lasts while its user does nothing, unless they stay signed in. */
  idle_minutes: z.number().int().min(5).max(43_200),
  /** Users may choose to stay signed in. */
  may_stay: z.boolean(),
  passwords: z.enum(passwordUsers).default("everyone"),
});
export type SignInRules = z.infer<typeof signInRules>;
