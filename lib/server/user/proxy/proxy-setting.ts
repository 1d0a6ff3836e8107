import { proxyRules, type ProxyRules, type ProxySetting } from "@/lib/contracts/proxy-rules";
import type { userContract } from "@/lib/contracts/user";
import { AppError } from "@/lib/shared/errors";
import { defineSetting } from "@/lib/server/group/define-setting";
import type { Service } from "@/lib/server/http/service";
import { getApp } from "@/lib/server/runtime/app";
import type { Ctx, RequestOrigin } from "@/lib/server/runtime/ctx";
import { endSessions } from "@/lib/server/session/end-sessions";
import { assertRoot } from "@/lib/server/http/assert-root";
import { getRole } from "@/lib/server/user/change-accounts";

export const proxySetting = defineSetting<ProxyRules>({
  name: "proxy",
  schema: proxyRules,
  fallback: {
    enabled: false,
    user_header: "Remote-User",
    groups_header: "",
    group_roles: [],
    create_users: false,
    default_role_id: null,
    administrators: false,
    sign_out_url: "",
  },
  async check(value, { db }) {
    const { trustedProxies, proxySecret } = getApp().env;
    if (value.enabled && trustedProxies.length === 0) throw new AppError("user/proxy-none");
    if (value.enabled && proxySecret === null) throw new AppError("user/proxy-secret");
    for (const roleId of [value.default_role_id, ...value.group_roles.map(({ role_id: id }) => id)])
      await getRole(db, roleId);
  },
  // Sessions that began by a header that counts no more end.
  async onChanged(value, { db }, before) {
    if (!value.enabled || value.user_header.toLowerCase() !== before.user_header.toLowerCase())
      await endSessions(db, { proxyName: { not: null } }, "proxy");
  },
});

const maxGroups = 2_000;

/** Whom the proxy that has proven to be it names with this request, and in which groups; null without one, for nobody, and while this is off. */
export function readProxied(
  { proxyHeader }: Pick<RequestOrigin, "proxyHeader">,
  { enabled, user_header: userHeader, groups_header: groupsHeader }: ProxyRules = proxySetting.get(),
): { username: string; groups: readonly string[] } | null {
  const username = enabled ? (proxyHeader?.(userHeader.toLowerCase()) ?? null) : null;
  if (username === null) return null;
  const groups = groupsHeader === "" ? null : (proxyHeader?.(groupsHeader.toLowerCase()) ?? null);
  return { username, groups: splitGroups(groups ?? "") };
}

function splitGroups(text: string): readonly string[] {
  return text
    .split(/[,;|]/)
    .map((group) => group.trim())
    .filter((group) => group !== "")
    .slice(0, maxGroups);
}

/** Throws auth/root-only: the proxy decides who gets in, and with which role. */
export const getProxySetting: Service<typeof userContract.getProxySetting> = async (_, ctx) => {
  assertRoot(ctx);
  return describe(ctx, proxySetting.get());
};

/** Throws auth/root-only, role/not-found, user/proxy-none without configured proxies, user/proxy-secret without their secret. */
export const setProxySetting: Service<typeof userContract.setProxySetting> = async (value, ctx) => {
  assertRoot(ctx);
  return describe(ctx, await proxySetting.write(value, ctx));
};

function describe({ request }: Pick<Ctx, "request">, rules: ProxyRules): ProxySetting {
  const seen = readProxied(request, { ...rules, enabled: true });
  const { trustedProxies, proxySecret } = getApp().env;
  return {
    ...rules,
    proxies: trustedProxies,
    has_secret: proxySecret !== null,
    seen: {
      from_proxy: request.trust === "proven",
      lacks_secret: request.trust === "unproven",
      username: seen?.username ?? null,
      groups: [...(seen?.groups ?? [])],
    },
  };
}
