import type { Role, User } from "@/lib/contracts/user";

/** The users whose name or role has the words, by name. */
export function findUsers(users: readonly User[], roles: readonly Role[], wanted: string): User[] {
  const words = wanted.toLocaleLowerCase().trim();
  const roleNames = new Map(roles.map(({ id, name }) => [id, name]));
  return users
    .filter(({ username, role_id }) =>
      [username, roleNames.get(role_id ?? "") ?? ""].some((text) => text.toLocaleLowerCase().includes(words)),
    )
    .toSorted((a, b) => a.username.localeCompare(b.username));
}
