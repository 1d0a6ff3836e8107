import type { userContract } from "@/lib/contracts/user";
import { AppError } from "@/lib/shared/errors";
import type { Db } from "@/lib/server/db/open-db";
import type { Service } from "@/lib/server/http/service";
import { enterProvided } from "@/lib/server/user/provided/enter-provided";
import { findProvided } from "@/lib/server/user/provided/find-provided";
import { proxySetting, readProxied } from "./proxy-setting";

/** Stands for the proxy where a provider of OpenID Connect has its address. */
export const proxyIssuer = "urn:filedeck:proxy";

/**
 * Signs in whom the configured proxy names: who has that username here, else a new user where the setting says so. Throws auth/proxy-nobody without
 * such a name, auth/proxy-unknown, auth/proxy-administrator, auth/oidc-disabled and what {@link findProvided} and {@link enterProvided} do.
 */
export const loginProxy: Service<typeof userContract.loginProxy> = async ({ stay }, ctx) => {
  const rules = proxySetting.get();
  const said = readProxied(ctx.request);
  if (said === null) throw new AppError("auth/proxy-nobody");
  const { username, groups } = said;
  ctx.about(username);
  const found = await findProvided(ctx, {
    person: { issuer: proxyIssuer, subject: username, username, name: username.slice(0, 256), groups },
    rules: { ...rules, followsGroups: rules.groups_header !== "" },
    findOther: (db) => findNamesake(db, username),
    unknown: () => new AppError("auth/proxy-unknown", { username }),
  });
  ctx.actor = { ...ctx.actor, username: found.username };
  if (found.disabled) throw new AppError("auth/oidc-disabled");
  const { isRoot } = await ctx.db.user.findUniqueOrThrow({ where: { id: found.id }, select: { isRoot: true } });
  if (isRoot && !rules.administrators) throw new AppError("auth/proxy-administrator");
  return enterProvided(ctx, { userId: found.id, way: "proxy", stay, proxyName: username });
};

/** Who has this very name, unless the account was made for another name of the proxy's and renamed here since. */
function findNamesake(db: Db, username: string) {
  return db.user.findFirst({ where: { username, identities: { none: { issuer: proxyIssuer } } } });
}
