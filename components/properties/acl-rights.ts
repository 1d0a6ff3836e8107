import type { AclEntry } from "@/lib/contracts/properties";

/** `rw-`, as ls and getfacl write it. */
export function formatRights(may: number): string {
  return [4, 2, 1].map((bit, index) => ((may & bit) === 0 ? "-" : "rwx"[index])).join("");
}

/** Whether the mask takes something away: it bounds everybody but the owner and the others (acl(5)). */
export function isMasked({ who, may }: Pick<AclEntry, "who" | "may">, mask: number): boolean {
  return (who === "user" || who === "group" || who === "owningGroup") && (may & ~mask) !== 0;
}
