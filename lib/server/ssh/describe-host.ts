import { describeChanges, secretSides, type Changes } from "@/lib/server/base/describe-changes";
import type { Db } from "@/lib/server/db/open-db";
import { authOf, rolesOf, tagsOf, type HostRow } from "./hosts";

/** What differs about a saved host, for the audit log: where it leads, as whom, what is run there, and for whom. Before null: it is new. */
export async function describeHostChange(
  db: Db,
  { before, after }: { before: HostRow | null; after: HostRow },
): Promise<Changes> {
  const rows = before === null ? [after] : [before, after];
  const [roles, keys, jumps] = await Promise.all([
    db.role.findMany({ where: { id: { in: rows.flatMap(rolesOf) } }, select: { id: true, name: true } }),
    db.sshKey.findMany({ where: { id: { in: idsOf(rows, "keyId") } }, select: { id: true, name: true } }),
    db.sshHost.findMany({ where: { id: { in: idsOf(rows, "jumpId") } }, select: { id: true, name: true } }),
  ]);
  const nameIn = (list: readonly { id: string; name: string }[], id: string | null) =>
    id === null ? null : (list.find((one) => one.id === id)?.name ?? id);
  const fieldsOf = (row: HostRow) => ({
    name: row.name,
    address: row.address,
    port: row.port,
    username: row.username,
    auth: authOf(row),
    key_id: nameIn(keys, row.keyId),
    jump_id: nameIn(jumps, row.jumpId),
    role_ids: rolesOf(row).map((id) => nameIn(roles, id) ?? id),
    start_command: row.startCommand,
    start_folder: row.startFolder,
    is_place: row.isPlace,
    is_saved: row.isSaved,
    allow_old_algorithms: row.allowsOld,
    keep_alive_seconds: row.keepAliveSeconds,
    folder: row.folder,
    tags: tagsOf(row),
  });
  const isOther = before?.password !== after.password;
  const password = secretSides(before !== null && before.password !== null, isOther ? after.password : undefined);
  const was = before === null ? newHost : fieldsOf(before);
  return describeChanges({ ...was, password: password.before }, { ...fieldsOf(after), password: password.after });
}

const idsOf = (rows: readonly HostRow[], field: "keyId" | "jumpId"): string[] =>
  rows.flatMap((row) => row[field] ?? []);

/** What nobody has to be told of a new one. Its name is said elsewhere. */
const newHost = {
  start_command: "",
  start_folder: "",
  is_place: false,
  is_saved: true,
  allow_old_algorithms: false,
  folder: "",
  tags: [],
  role_ids: [],
  address: null,
  port: null,
  username: null,
  auth: null,
  key_id: null,
  jump_id: null,
  keep_alive_seconds: null,
};
