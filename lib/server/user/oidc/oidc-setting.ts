import { storedOidc, type OidcSetting, type StoredOidc } from "@/lib/contracts/oidc-rules";
import type { userContract } from "@/lib/contracts/user";
import { defineSetting } from "@/lib/server/group/define-setting";
import type { Service } from "@/lib/server/http/service";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { addressedSecret } from "@/lib/server/session/addressed-secret";
import { assertRoot } from "@/lib/server/http/assert-root";
import { getRole } from "@/lib/server/user/change-accounts";
import { discover } from "./discover";
import { redirectUriOf } from "./redirect-uri";

export const oidcSetting = defineSetting<StoredOidc>({
  name: "oidc",
  schema: storedOidc,
  fallback: {
    enabled: false,
    name: "",
    issuer: "",
    client_id: "",
    sealed_secret: "",
    scopes: "openid profile email",
    username_claim: "preferred_username",
    groups_claim: "",
    group_roles: [],
    create_users: false,
    default_role_id: null,
    allow_private: false,
  },
  // The provider is asked before anything is stored.
  async check(value, { db }) {
    for (const roleId of [value.default_role_id, ...value.group_roles.map(({ role_id: id }) => id)])
      await getRole(db, roleId);
    if (value.enabled) await discover(value, readSecret(value));
  },
});

const clientSecret = addressedSecret("oidc");

/** Throws auth/root-only: the provider decides who gets in, and with which role. */
export const getOidcSetting: Service<typeof userContract.getOidcSetting> = async (_, ctx) => {
  assertRoot(ctx);
  return describe(ctx, oidcSetting.get());
};

/** Throws auth/root-only, role/not-found, user/oidc-issuer and what connecting may end in. */
export const setOidcSetting: Service<typeof userContract.setOidcSetting> = async ({ secret, ...fields }, ctx) => {
  assertRoot(ctx);
  const now = oidcSetting.get();
  const kept = fields.issuer === now.issuer ? now.sealed_secret : null;
  const value = { ...fields, sealed_secret: clientSecret.sealed({ secret, address: fields.issuer }, kept) };
  return describe(ctx, await oidcSetting.write(value, ctx));
};

/** Empty for a client without one. */
export function readSecret({ sealed_secret: sealed, issuer }: StoredOidc): string {
  return clientSecret.read(sealed, issuer) ?? "";
}

function describe({ request }: Pick<Ctx, "request">, { sealed_secret: sealed, ...fields }: StoredOidc): OidcSetting {
  return { ...fields, has_secret: sealed !== "", redirect_uri: redirectUriOf(request) };
}
