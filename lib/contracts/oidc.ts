import { z } from "zod";
import { endpoint } from "./endpoint";
import { empty, id } from "./fields";
import { lists } from "./lists";
import { oidcInput, oidcOutput } from "./oidc-rules";
import { signedIn, stay } from "./signed-in";

/** The query that the provider sent the browser back with. */
const answer = z.string().max(8192);
/** Where the browser goes on, within ten minutes. */
const begun = z.object({ url: z.string() });

/** Part of the user contract: signing in with a provider of OpenID Connect. */
export const oidc = {
  beginOidcLogin: endpoint({
    method: "POST",
    path: "user/login/oidc/begin",
    access: "public",
    token: false,
    audit: false,
    summary: "Get the address of the provider’s sign-in page, valid for ten minutes in this browser.",
    input: z.object({ stay }),
    output: begun,
  }),
  loginOidc: endpoint({
    method: "POST",
    path: "user/login/oidc",
    access: "public",
    token: false,
    summary: "Sign in with the provider’s answer. Sets the session cookie and returns the session token.",
    input: z.object({ answer }),
    output: signedIn,
  }),
  listIdentities: endpoint({
    method: "GET",
    path: "user/identities",
    access: "session",
    token: false,
    summary: "List your accounts at providers that you can sign in with.",
    input: empty,
    output: lists({
      /** The name of the provider that one can be linked at; null without one. */
      provider: z.string().nullable(),
      identities: z.array(
        z.object({
          id,
          issuer: z.string(),
          /** What you are called there. */
          name: z.string(),
          /** Your account here was made by signing in with it. */
          is_origin: z.boolean(),
          added_at: z.number(),
          last_used_at: z.number().nullable(),
        }),
      ),
    }),
  }),
  beginOidcLink: endpoint({
    method: "POST",
    path: "user/identities/begin",
    access: "session",
    token: false,
    confirm: true,
    audit: false,
    summary: "Get the address of the provider’s sign-in page, to link an account there to yours.",
    input: empty,
    output: begun,
  }),
  linkIdentity: endpoint({
    method: "POST",
    path: "user/identities",
    access: "session",
    token: false,
    summary: "Link the account that the provider’s answer is about to yours.",
    input: z.object({ answer }),
    output: z.object({ name: z.string() }),
  }),
  unlinkIdentity: endpoint({
    method: "DELETE",
    path: "user/identities/{id}",
    access: "session",
    token: false,
    confirm: true,
    summary: "Unlink one of your accounts at a provider.",
    input: z.object({ id }),
    output: empty,
  }),
  getOidcSetting: endpoint({
    method: "GET",
    path: "setting/oidc",
    direct: true,
    access: "token_update",
    token: false,
    summary: "Get the provider that users can sign in with. Administrators only.",
    input: empty,
    output: oidcOutput,
  }),
  setOidcSetting: endpoint({
    method: "POST",
    path: "setting/oidc",
    access: "token_update",
    token: false,
    confirm: true,
    summary: "Change the provider that users can sign in with. Administrators only.",
    input: oidcInput,
    output: oidcOutput,
  }),
};
