import { z } from "zod";
import { endpoint } from "./endpoint";
import { empty } from "./fields";
import { passwordUsers } from "./sign-in-rules";

/** Part of the user contract: what the sign-in page shows. */
export const signInOffers = {
  getSetup: endpoint({
    method: "GET",
    path: "user/setup",
    access: "public",
    summary: "Check whether the first account still has to be created, and what the sign-in page offers.",
    input: empty,
    output: z.object({
      needed: z.boolean(),
      /** The origin that passkeys are for. */
      passkey_origin: z.string(),
      /** Whether users may choose to stay signed in. */
      may_stay: z.boolean(),
      /** The name of the provider that users can sign in with; null without one. */
      provider: z.string().nullable(),
      /** Whom the trusted proxy in front names; null where it names nobody, or that is off. */
      proxy_user: z.string().nullable(),
      /** Who may sign in with a password. */
      passwords: z.enum(passwordUsers),
    }),
  }),
};
