import { z } from "zod";
import { id } from "./fields";
import { groupRoles } from "./oidc-rules";

const header = z
  .string()
  .trim()
  .max(64)
  .regex(/^[A-Za-z][A-Za-z0-9-]*$/, { message: "must be the name of a header such as Remote-User" });

/** What a proxy proves itself with. */
export const proxySecretHeader = "X-Filedeck-Proxy-Secret";

/** Where a browser may be sent: an address of the web, or a path of this host. */
const signOutAddress = z
  .string()
  .trim()
  .max(2048)
  .refine((text) => text === "" || isWebAddress(text), { message: "must begin with https://, http:// or one /" });

/** A setting of the whole server: users whom an authenticating proxy in front names in a header. */
export const proxyRules = z.object({
  enabled: z.boolean(),
  user_header: header,
  /** Empty: groups decide nothing. Its value is a list separated by commas, semicolons or vertical bars. */
  groups_header: z.union([z.literal(""), header]),
  /** The first whose group a user is in counts. */
  group_roles: groupRoles,
  /** Whether users that nobody knows here yet are made. */
  create_users: z.boolean(),
  /** Of users that were made for the proxy and no group gives a role; null: they are refused. */
  default_role_id: id.nullable(),
  /** Whether the header lets administrators in as well. */
  administrators: z.boolean(),
  /** Where browsers go after signing out, so that the proxy forgets them too; empty: to the sign-in page. */
  sign_out_url: signOutAddress,
});
export type ProxyRules = z.infer<typeof proxyRules>;

export const proxySetting = proxyRules.extend({
  /** The addresses that count as proxies (FILEDECK_TRUSTED_PROXIES). */
  proxies: z.array(z.string()),
  /** Whether the secret is set with which a proxy proves to be one (FILEDECK_PROXY_SECRET); without it nobody is named. */
  has_secret: z.boolean(),
  /** What came with this very request. */
  seen: z.object({
    /** It came from one of these proxies, with the secret. */
    from_proxy: z.boolean(),
    /** It came from the address of one, without the secret. */
    lacks_secret: z.boolean(),
    username: z.string().nullable(),
    groups: z.array(z.string()),
  }),
});
export type ProxySetting = z.infer<typeof proxySetting>;

function isWebAddress(text: string): boolean {
  if (/^\/(?![/\\])/.test(text)) return true;
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
