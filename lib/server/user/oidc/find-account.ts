import type { StoredOidc } from "@/lib/contracts/oidc-rules";
import { AppError } from "@/lib/shared/errors";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { findProvided, type Person } from "@/lib/server/user/provided/find-provided";

/**
 * The user whom this person signs in as: whoever is linked, else a new one where the setting says so. Nobody is found by a name or an address, for
 * whoever can choose theirs at the provider could choose that of an administrator. Throws auth/oidc-unknown and what {@link findProvided} does.
 */
export function findAccount(ctx: Pick<Ctx, "db">, { person, setting }: { person: Person; setting: StoredOidc }) {
  return findProvided(ctx, {
    person,
    rules: { ...setting, followsGroups: setting.groups_claim !== "" },
    unknown: () => new AppError("auth/oidc-unknown", { name: setting.name }),
  });
}
