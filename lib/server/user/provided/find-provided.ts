import { username as usernameSchema } from "@/lib/contracts/user";
import { AppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import type { Db } from "@/lib/server/db/open-db";
import { refuseTaken } from "@/lib/server/db/refuse-taken";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { inAccountTurn } from "@/lib/server/session/account-turn";
import { endSessions } from "@/lib/server/session/end-sessions";
import { noGrants } from "@/lib/server/session/grants";
import { hashPassword } from "@/lib/server/session/password";
import type { Finding } from "@/lib/server/session/still-holds";
import { isTaken } from "./is-taken";

/** Somebody as who signs them in knows them: a provider of OpenID Connect, or a proxy in front. */
export type Person = {
  issuer: string;
  subject: string;
  /** What a new account would be called; empty where nobody says. */
  username: string;
  /** They may have chosen that themselves: it says nothing of whom somebody else calls so. */
  choseName: boolean;
  /** For people who look at a list. */
  name: string;
  groups: readonly string[];
};

/** Who gets an account by signing in, and with which role. */
export type ProvidedRules = {
  followsGroups: boolean;
  group_roles: readonly { group: string; role_id: string }[];
  default_role_id: string | null;
  create_users: boolean;
};

type User = { id: string; username: string; disabled: boolean };
/** With what makes them this person, and must do so still when they are let in. */
type Found = User & { found: readonly Finding[] };
type Wanted = {
  person: Person;
  rules: ProvidedRules;
  /** Whom else the person may be, where no account was made for them. */
  findOther?: (db: Db) => Promise<User | null>;
  /** What is thrown for somebody whom nobody knows here. */
  unknown: () => AppError;
};

/**
 * The user whom this person signs in as: whoever is linked, else a new one where the rules say so. Throws auth/oidc-no-role, auth/oidc-username,
 * auth/oidc-taken, and `unknown`.
 */
export function findProvided({ db }: Pick<Ctx, "db">, wanted: Wanted): Promise<Found> {
  const { person, rules, findOther } = wanted;
  const { issuer, subject, name } = person;
  return inAccountTurn(async () => {
    const identity = await db.identity.findUnique({
      where: { issuer_subject: { issuer, subject } },
      include: { user: true },
    });
    const found = [{ identities: { some: { issuer, subject } } }];
    if (identity === null) {
      const other = (await findOther?.(db)) ?? null;
      if (other !== null) return { ...other, found: [{ username: other.username }] };
      return { ...(await createAccount(db, wanted)), found };
    }
    await db.identity.update({ where: { id: identity.id }, data: { name, lastUsedAt: new Date() } });
    const { user } = identity;
    if (identity.isOrigin && !user.isRoot && rules.followsGroups)
      await followGroups(db, { user, roleId: roleIdOf(wanted) });
    return { ...user, found };
  });
}

/** Without a group that counts any more the rights go as well, also those of open sessions. */
async function followGroups(
  db: Db,
  { user, roleId }: { user: { id: string; roleId: string | null }; roleId: string | null },
): Promise<void> {
  const isThere = roleId !== null && (await db.role.count({ where: { id: roleId } })) > 0;
  const next = isThere ? roleId : null;
  if (next !== user.roleId) {
    await db.user.update({ where: { id: user.id }, data: { roleId: next } });
    await endSessions(db, { userId: user.id }, "changed");
  }
  if (next === null) throw new AppError("auth/oidc-no-role");
}

async function createAccount(db: Db, wanted: Wanted): Promise<User> {
  const { person, rules, unknown } = wanted;
  if (!rules.create_users) throw unknown();
  const { issuer, subject, name, choseName } = person;
  const roleId = roleIdOf(wanted);
  if (roleId === null || (await db.role.count({ where: { id: roleId } })) === 0)
    throw new AppError("auth/oidc-no-role");
  const given = usernameSchema.safeParse(person.username);
  if (!given.success) throw new AppError("auth/oidc-username");
  const username = given.data;
  if (await isTaken(db, username)) throw new AppError("auth/oidc-taken", { username });
  const now = new Date();
  const identity = { id: randomId(), issuer, subject, name, isOrigin: true, lastUsedAt: now };
  return db.user
    .create({
      data: {
        id: randomId(),
        username,
        choseName,
        // Of a password that nobody knows.
        passwordHash: await hashPassword(randomId(43)),
        roleId,
        grants: noGrants,
        preferences: {},
        identities: { create: identity },
      },
    })
    .catch(refuseTaken("auth/oidc-taken"));
}

/** By their first group that has a role, else that for all; null: none. */
function roleIdOf({ person, rules }: Pick<Wanted, "person" | "rules">): string | null {
  const groups = new Set(person.groups);
  const found = rules.group_roles.find(({ group }) => rules.followsGroups && groups.has(group));
  return found?.role_id ?? rules.default_role_id;
}
