import { z } from "zod";
import { id } from "./fields";

const claim = z.string().trim().max(128);

/** Which group of those who know a user gives which role. */
export const groupRoles = z.array(z.object({ group: z.string().trim().min(1).max(256), role_id: id })).max(50);

const issuer = z
  .string()
  .trim()
  .max(512)
  .refine((text) => text === "" || isIssuer(text), { message: "must be an address such as https://id.example.org" });

const fields = z.object({
  enabled: z.boolean(),
  /** What the button on the sign-in page says that it signs in with. */
  name: z.string().trim().max(40),
  issuer,
  client_id: z.string().trim().max(512),
  /** Separated by spaces. */
  scopes: z
    .string()
    .trim()
    .max(512)
    .refine((text) => text.split(/\s+/).includes("openid"), { message: "must include openid" }),
  /** May lead into objects, as in `realm_access.roles`. */
  username_claim: claim.min(1),
  /** Empty: groups decide nothing. */
  groups_claim: claim,
  /** The first whose group a user is in counts. */
  group_roles: groupRoles,
  /** Whether users that nobody knows here yet are made. */
  create_users: z.boolean(),
  /** Of users that the provider made and no group gives a role; null: they are refused. */
  default_role_id: id.nullable(),
  /** Whether the provider may be on the local network, or without TLS. */
  allow_private: z.boolean(),
});

const isWhole = (value: z.output<typeof fields>) =>
  !value.enabled || (value.name !== "" && value.issuer !== "" && value.client_id !== "");
const isSafe = (value: z.output<typeof fields>) => value.allow_private || !value.issuer.startsWith("http:");

/** A setting of the whole server: the provider that users sign in with (OpenID Connect). */
export const oidcInput = fields
  .extend({
    /** Null: stays as it is, for the same issuer. */
    secret: z.string().max(1024).nullable(),
  })
  .refine(isWhole, { path: ["enabled"], message: "needs name, issuer and client_id" })
  .refine(isSafe, { path: ["issuer"], message: "must begin with https, unless allow_private is set" });

export const storedOidc = fields.extend({ sealed_secret: z.string() });
export type StoredOidc = z.infer<typeof storedOidc>;

export const oidcOutput = fields.extend({
  has_secret: z.boolean(),
  /** What the provider has to know: the only address that it sends users back to. */
  redirect_uri: z.string(),
});
export type OidcSetting = z.infer<typeof oidcOutput>;

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, search, hash, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && search === "" && hash === "" && username === "" && password === "";
}
