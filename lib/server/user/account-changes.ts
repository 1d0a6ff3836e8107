import { lineOfCommand } from "@/lib/shared/commands/role-command";
import { alsoOf, describeChanges, type Changes } from "@/lib/server/base/describe-changes";
import type { Db } from "@/lib/server/db/open-db";
import { noGrants, type Grants } from "@/lib/server/session/grants";
import type { Account } from "./assert-may-administer";

type Part = Pick<Account, "isRoot" | "disabled" | "grants" | "role">;

const nobody: Part = { isRoot: false, disabled: false, grants: noGrants, role: null };

/** What differs about an account, for the audit log; before null: it is new. Its name is said elsewhere. */
export async function describeAccountChange(
  db: Db,
  { before, after }: { before: Part | null; after: Part },
): Promise<Changes> {
  const ids = [before?.role?.id, after.role?.id].filter((id) => id !== undefined);
  const roles = await db.role.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  const fieldsOf = ({ isRoot, disabled, grants, role }: Part) => ({
    is_root: isRoot,
    disabled,
    role: role === null ? null : (roles.find(({ id }) => id === role.id)?.name ?? role.id),
    ...grantFields(grants),
  });
  // A password is set with every new account, and its name is what the call is about.
  return alsoOf(describeChanges(fieldsOf(before ?? nobody), fieldsOf(after)), "role_id", "username", "password");
}

/** The same of what a role gives. */
export function describeGrantChange(before: Grants | null, after: Grants): Changes {
  return describeChanges(grantFields(before ?? noGrants), grantFields(after));
}

function grantFields({ commands, containers, ...grants }: Grants) {
  return {
    ...grants,
    commands: commands === null ? null : commands.map(lineOfCommand),
    containers: containers.map(({ match, may }) => [match, ...may].join(" ")),
  };
}
