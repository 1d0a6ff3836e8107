/** An entry of a POSIX ACL (acl(5)): `owner`, `owningGroup`, `mask` and `others` have no id. `may`: read 4, write 2, run 1. */
export type AclEntry = {
  who: "owner" | "user" | "owningGroup" | "group" | "mask" | "others";
  id: number | null;
  name: string | null;
  may: number;
};
/** `defaults`: what new entries in a folder get. */
export type Acl = { access: readonly AclEntry[]; defaults: readonly AclEntry[] };

/** The mode that says the same, as chmod(2) has it: the group's part is the mask where there is one. */
export function modeOfAcl(entries: readonly Pick<AclEntry, "who" | "may">[]): number {
  const may = (...whose: AclEntry["who"][]) =>
    whose.map((who) => entries.find((entry) => entry.who === who)?.may).find((bits) => bits !== undefined) ?? 0;
  return (may("owner") << 6) | (may("mask", "owningGroup") << 3) | may("others");
}
