import { z } from "zod";
import { endpoint } from "./endpoint";
import { empty } from "./fields";

/** What happens when the other server does not answer in time, or says something else than it should. */
export const hookFallbacks = ["deny", "allow"] as const;

const address = z
  .string()
  .trim()
  .max(2048)
  .refine((text) => text === "" || (/^https?:\/\//i.test(text) && URL.canParse(text)), {
    message: "must be an address such as https://example.org/sign-in",
  });

const fields = z.object({
  enabled: z.boolean(),
  url: address,
  /** Whether it may be on the local network. */
  allow_private: z.boolean(),
  /** How long a sign-in waits for it. */
  timeout_seconds: z.number().int().min(1).max(15),
  unanswered: z.enum(hookFallbacks),
  /** Whether it is asked when an API token is made, too. */
  tokens: z.boolean(),
});

/** A setting of the whole server: another one that may veto sign-ins. */
export const hookInput = fields
  .extend({
    /** Null: stays as it is, for the same address. */
    secret: z.string().min(16).max(256).nullable(),
  })
  .refine(({ enabled, url }) => !enabled || url !== "", { path: ["url"], message: "is needed" });

export const storedHook = fields.extend({
  sealed_secret: z.string(),
  /** An administrator has set it, so that it decides about administrators too. Where that is not known, it did. */
  by_administrator: z.boolean().default(true),
});
export type StoredHook = z.infer<typeof storedHook>;

export const hookOutput = fields.extend({ has_secret: z.boolean() });
export type HookSetting = z.infer<typeof hookOutput>;

/** How somebody signs in, as the other server is told. */
export const signInWays = ["password", "passkey", "provider", "proxy", "invitation", "token"] as const;
export type SignInWay = (typeof signInWays)[number];

/** What the other server answers, with status 200. */
export const hookAnswer = z.object({
  allow: z.boolean(),
  /** Shown to whoever signs in, when they may not. */
  message: z.string().max(1000).optional(),
});

/** Part of the user contract: asking another server about sign-ins. */
export const signInHook = {
  getHookSetting: endpoint({
    method: "GET",
    path: "setting/sign-in-hook",
    direct: true,
    access: "code_auth",
    token: false,
    summary: "Get the server that is asked about sign-ins, without the secret.",
    input: empty,
    output: hookOutput,
  }),
  setHookSetting: endpoint({
    method: "POST",
    path: "setting/sign-in-hook",
    access: "code_auth",
    token: false,
    confirm: true,
    summary: "Change the server that is asked about sign-ins. Private addresses require lan_access.",
    input: hookInput,
    output: hookOutput,
  }),
  testHook: endpoint({
    method: "POST",
    path: "setting/sign-in-hook/test",
    access: "code_auth",
    token: false,
    confirm: true,
    summary: "Ask the server as for a sign-in of your own, with these values and without storing them.",
    input: hookInput,
    output: z.object({
      outcome: z.enum(["allow", "deny", "unanswered"]),
      /** Of the other server; what went wrong, by its error key, where it did not answer. */
      message: z.string(),
      took_ms: z.number(),
    }),
  }),
};
