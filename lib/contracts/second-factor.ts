import { z } from "zod";
import { endpoint } from "./endpoint";
import { empty, id } from "./fields";
import { lists } from "./lists";
import { ceremonyOptions, passkeyAssertion } from "./passkeys";
import { signedIn } from "./signed-in";

/** A code of an authenticator app, or a recovery code. */
export const factorCode = z.string().max(64);
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

/** What a sign-in goes on with once the password was right: the data of the failure auth/second-factor. */
export const halfSignedIn = z.object({
  /** Both for user/login/second, within five minutes. */
  pending: z.string(),
  username: z.string(),
  methods: z.array(z.enum(["totp", "passkey", "recovery"])),
  /** For `navigator.credentials.get`; null without a passkey for this host name. */
  passkey: ceremonyOptions.nullable(),
});
export type HalfSignedIn = z.infer<typeof halfSignedIn>;

const secondFactor = lists({
  /** By the role, or by the server's settings. */
  required: z.boolean(),
  totp: z.object({ added_at: z.number() }).nullable(),
  passkeys: z.array(
    z.object({
      id,
      name: z.string(),
      /** The host name where it works. */
      host: z.string(),
      added_at: z.number(),
      last_used_at: z.number().nullable(),
    }),
  ),
  /** The origin that new passkeys are for. */
  passkey_origin: z.string(),
  /** In the order in which they were shown; empty without a second factor. */
  recovery: z.array(z.object({ hint: z.string(), used_at: z.number().nullable() })),
});
export type SecondFactor = z.infer<typeof secondFactor>;

/** Part of the user contract: what is asked for beside a password. */
export const secondFactors = {
  loginSecond: endpoint({
    method: "POST",
    path: "user/login/second",
    access: "public",
    token: false,
    summary: "Finish signing in with a second factor, after `user/login` answered `auth/second-factor`.",
    input: z.object({
      username: z.string().max(256),
      pending: z.string().max(64),
      /** One of the two. */
      code: factorCode.optional(),
      passkey: passkeyAssertion.optional(),
    }),
    output: signedIn,
  }),
  getSecondFactor: endpoint({
    method: "GET",
    path: "user/second-factor",
    access: "any-session",
    token: false,
    summary: "Get your second factors.",
    input: empty,
    output: secondFactor,
  }),
  beginTotp: endpoint({
    method: "POST",
    path: "user/second-factor/totp/begin",
    access: "any-session",
    token: false,
    confirm: true,
    audit: false,
    summary: "Get a secret for an authenticator app. It counts once `user/second-factor/totp` has confirmed it.",
    input: empty,
    output: z.object({
      /** Base32. */
      secret: z.string(),
      /** Goes back with the first code, within 15 minutes. */
      setup: z.string(),
    }),
  }),
  saveTotp: endpoint({
    method: "POST",
    path: "user/second-factor/totp",
    access: "any-session",
    token: false,
    confirm: true,
    summary:
      "Set up or replace your authenticator app by a code of it. With your first second factor, recovery codes are returned, only once.",
    input: z.object({ setup: z.string().max(512), code: factorCode }),
    output: recoveryCodes,
  }),
  removeTotp: endpoint({
    method: "DELETE",
    path: "user/second-factor/totp",
    access: "session",
    token: false,
    confirm: true,
    summary: "Remove your authenticator app.",
    input: empty,
    output: empty,
  }),
  makeRecoveryCodes: endpoint({
    method: "POST",
    path: "user/second-factor/recovery",
    access: "session",
    token: false,
    confirm: true,
    summary: "Get new recovery codes, only once. Earlier ones stop working.",
    input: empty,
    output: recoveryCodes,
  }),
  removeSecondFactor: endpoint({
    method: "DELETE",
    path: "user/users/{id}/second-factor",
    access: "user_manage",
    token: false,
    confirm: true,
    summary: "Remove all second factors of a user. Ends that user’s sessions.",
    input: z.object({ id }),
    output: empty,
  }),
};
