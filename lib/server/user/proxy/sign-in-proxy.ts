import type { userContract } from "@/lib/contracts/user";
import { AppError } from "@/lib/shared/errors";
import { usernameForm, usernameForms } from "@/lib/shared/username";
import type { Db } from "@/lib/server/db/open-db";
import type { Service } from "@/lib/server/http/service";
import { getApp } from "@/lib/server/runtime/app";
import { findNamed } from "@/lib/server/session/find-named";
import { enterProvided } from "@/lib/server/user/provided/enter-provided";
import { findProvided } from "@/lib/server/user/provided/find-provided";
import { proxySetting, readProxied } from "./proxy-setting";

/** Stands for the proxy where a provider of OpenID Connect has its address. */
export const proxyIssuer = "urn:filedeck:proxy";

/**
 * Signs in whom the configured proxy names: who has that username here, else a new user where the setting says so. Throws auth/proxy-secret where the proxy has not
 * proven to be it, auth/proxy-nobody without such a name, auth/proxy-unknown, auth/proxy-administrator, auth/oidc-disabled and what {@link findProvided} and {@link enterProvided} do.
 */
export const loginProxy: Service<typeof userContract.loginProxy> = async ({ stay }, ctx) => {
  const rules = proxySetting.get();
  const { env } = getApp();
  if (rules.enabled && (env.proxySecret === null || ctx.request.trust === "unproven"))
    throw new AppError("auth/proxy-secret");
  const said = readProxied(ctx.request);
  if (said === null) throw new AppError("auth/proxy-nobody");
  const { username, groups } = said;
  ctx.about(username);
  const user = await findProvided(ctx, {
    person: {
      issuer: proxyIssuer,
      subject: (await findSubject(ctx.db, username)) ?? usernameForm(username),
      username,
      choseName: false,
      name: username.slice(0, 256),
      groups,
    },
    rules: { ...rules, followsGroups: rules.groups_header !== "" },
    findOther: (db) => findNamesake(db, username),
    unknown: () => new AppError("auth/proxy-unknown", { username }),
  });
  ctx.actor = { ...ctx.actor, username: user.username };
  if (user.disabled) throw new AppError("auth/oidc-disabled");
  const row = await ctx.db.user.findUnique({ where: { id: user.id }, select: { isRoot: true } });
  if (row?.isRoot === true && !rules.administrators) throw new AppError("auth/proxy-administrator");
  const found = rules.administrators ? user.found : [...user.found, { isRoot: false }];
  return enterProvided(ctx, { userId: user.id, way: "proxy", stay, proxyName: username, found });
};

/** Under which form of its name somebody whom the proxy has named before is known. */
async function findSubject(db: Db, username: string): Promise<string | null> {
  const where = { issuer: proxyIssuer, subject: { in: usernameForms(username) } };
  return (await db.identity.findFirst({ where, select: { subject: true } }))?.subject ?? null;
}

/**
 * Who has this very name, as an administrator gave it: not where the account was made for another name of the proxy's and renamed here since, nor where a guest or somebody of
 * another provider has chosen it, who would have what this person keeps here from then on.
 */
async function findNamesake(db: Db, username: string) {
  const id = await findNamed(db, username);
  if (id === null) return null;
  return db.user.findFirst({ where: { id, choseName: false, identities: { none: { issuer: proxyIssuer } } } });
}
