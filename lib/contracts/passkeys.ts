import { z } from "zod";
import { endpoint } from "./endpoint";
import { empty, id } from "./fields";
import { signedIn, stay } from "./signed-in";

/** Base64url of a few kilobytes at most. */
const bytes = z
  .string()
  .max(12_000)
  .regex(/^[A-Za-z0-9_-]*$/);

/** Options of WebAuthn as JSON (W3C WebAuthn level 3, §5.1.9 and §5.1.10), for the browser's own functions. */
export const ceremonyOptions = z.record(z.string(), z.unknown());

const credential = {
  id: bytes,
  rawId: bytes,
  type: z.literal("public-key"),
};

/** What the browser answers when a passkey was used (AuthenticationResponseJSON). */
export const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.optional(),
  }),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

/** What the browser answers when a passkey was made (RegistrationResponseJSON). */
const passkeyAttestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
});

const passkeyName = z.string().trim().min(1).max(64);

/** Part of the user contract: passkeys, which sign in alone or as a second factor. */
export const passkeys = {
  beginPasskeyLogin: endpoint({
    method: "POST",
    path: "user/login/passkey/begin",
    access: "public",
    token: false,
    audit: false,
    summary: "Get the options for signing in with a passkey, valid for ten minutes.",
    input: empty,
    output: z.object({ options: ceremonyOptions }),
  }),
  loginPasskey: endpoint({
    method: "POST",
    path: "user/login/passkey",
    access: "public",
    token: false,
    summary: "Sign in with a passkey, without a password. Sets the session cookie and returns the session token.",
    input: z.object({ passkey: passkeyAssertion, stay }),
    output: signedIn,
  }),
  beginPasskey: endpoint({
    method: "POST",
    path: "user/passkeys/begin",
    access: "any-session",
    token: false,
    confirm: true,
    audit: false,
    summary: "Get the options for adding a passkey, valid for ten minutes.",
    input: empty,
    output: z.object({ options: ceremonyOptions }),
  }),
  savePasskey: endpoint({
    method: "POST",
    path: "user/passkeys",
    access: "any-session",
    token: false,
    confirm: true,
    summary: "Add a passkey. With your first second factor, recovery codes are returned, only once.",
    input: z.object({ name: passkeyName, passkey: passkeyAttestation }),
    output: z.object({ id, recovery_codes: z.array(z.string()) }),
  }),
  renamePasskey: endpoint({
    method: "PUT",
    path: "user/passkeys/{id}",
    access: "session",
    token: false,
    summary: "Rename one of your passkeys.",
    input: z.object({ id, name: passkeyName }),
    output: empty,
  }),
  removePasskey: endpoint({
    method: "DELETE",
    path: "user/passkeys/{id}",
    access: "session",
    token: false,
    confirm: true,
    summary: "Remove one of your passkeys.",
    input: z.object({ id }),
    output: empty,
  }),
};
