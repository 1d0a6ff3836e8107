import type { StoredOidc } from "@/lib/contracts/oidc-rules";
import { username as usernameSchema } from "@/lib/contracts/user";
import { AppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import type { Db } from "@/lib/server/db/open-db";
import { refuseTaken } from "@/lib/server/db/refuse-taken";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { endSessions } from "@/lib/server/session/end-sessions";
import { noGrants } from "@/lib/server/session/grants";
import { hashPassword } from "@/lib/server/session/password";
import { inAccountTurn } from "@/lib/server/user/change-accounts";
import type { Person } from "./read-answer";

type Found = { id: string; username: string; disabled: boolean };
type Wanted = { person: Person; setting: StoredOidc };

/**
 * The user whom this person signs in as: whoever is linked, else a new one where the setting says so. Nobody is found by a name or an address, for
 * whoever can choose theirs at the provider could choose that of an administrator. Throws auth/oidc-unknown, auth/oidc-no-role, auth/oidc-username,
 * auth/oidc-taken.
 */
export function findAccount({ db }: Pick<Ctx, "db">, { person, setting }: Wanted): Promise<Found> {
  const { issuer, subject, name } = person;
  return inAccountTurn(async () => {
    const identity = await db.identity.findUnique({
      where: { issuer_subject: { issuer, subject } },
      include: { user: true },
    });
    if (identity === null) return createAccount(db, { person, setting });
    await db.identity.update({ where: { id: identity.id }, data: { name, lastUsedAt: new Date() } });
    const { user } = identity;
    if (identity.isOrigin && !user.isRoot && setting.groups_claim !== "")
      await followGroups(db, { user, roleId: roleIdOf({ person, setting }) });
    return user;
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

async function createAccount(db: Db, { person, setting }: Wanted): Promise<Found> {
  if (!setting.create_users) throw new AppError("auth/oidc-unknown", { name: setting.name });
  const { issuer, subject, name, username } = person;
  const roleId = roleIdOf({ person, setting });
  if (roleId === null || (await db.role.count({ where: { id: roleId } })) === 0)
    throw new AppError("auth/oidc-no-role");
  if (!usernameSchema.safeParse(username).success) throw new AppError("auth/oidc-username");
  if (await isTaken(db, username)) throw new AppError("auth/oidc-taken", { username });
  const now = new Date();
  const identity = { id: randomId(), issuer, subject, name, isOrigin: true, lastUsedAt: now };
  return db.user
    .create({
      data: {
        id: randomId(),
        username,
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

/** By its first group that has a role, else that for all; null: none. */
function roleIdOf({ person, setting }: Wanted): string | null {
  const groups = new Set(person.groups);
  const found = setting.group_roles.find(({ group }) => setting.groups_claim !== "" && groups.has(group));
  return found?.role_id ?? setting.default_role_id;
}

/** Also when only capitals or the like differ: nobody shall look like somebody else. */
async function isTaken(db: Db, username: string): Promise<boolean> {
  const plain = (text: string) => text.normalize("NFKC").toLowerCase();
  const users = await db.user.findMany({ select: { username: true } });
  return users.some((user) => plain(user.username) === plain(username));
}
