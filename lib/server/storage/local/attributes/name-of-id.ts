import fs from "node:fs";

/** The name of a user or group in passwd(5) or group(5); null for an id without one, or kept elsewhere (LDAP). */
export async function nameOfId(table: "/etc/passwd" | "/etc/group", id: number): Promise<string | null> {
  const text = await fs.promises.readFile(table, "utf8").catch(() => "");
  const line = text.split("\n").find((entry) => entry.split(":")[2] === String(id));
  return line?.split(":")[0] ?? null;
}
