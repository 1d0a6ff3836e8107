/** An entry of a POSIX ACL (acl(5)): `owner`, `owningGroup`, `mask` and `others` have no id. `may`: read 4, write 2, run 1. */
export type AclEntry = {
  who: "owner" | "user" | "owningGroup" | "group" | "mask" | "others";
  id: number | null;
  name: string | null;
  may: number;
};
/** `defaults`: what new entries in a folder get. */
export type Acl = { access: readonly AclEntry[]; defaults: readonly AclEntry[] };
