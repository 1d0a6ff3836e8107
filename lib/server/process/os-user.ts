import { readFileSync } from "node:fs";

export type OsUser = { name: string; uid: number; gid: number; home: string };

/** An account of this machine by its name (/etc/passwd); null where there is none. */
export function findOsUser(name: string): OsUser | null {
  for (const line of readFileSync("/etc/passwd", "utf8").split("\n")) {
    const [known, , uid, gid, , home = "/"] = line.split(":");
    if (known === name && name !== "") return { name, uid: Number(uid), gid: Number(gid), home };
  }
  return null;
}
