import { z } from "zod";
import { isWithin } from "@/lib/shared/paths";
import type { ShareMode } from "@/lib/shared/share-modes";
import type { Db } from "@/lib/server/db/open-db";
import { accessOf, type Scope } from "@/lib/server/storage/scope";
import { parseGrants, scopesOf } from "./grants";

const dropMode: ShareMode = "upload";
const sharedItems = z.array(z.object({ hostPath: z.string() })).catch([]);

/**
 * Whether the folders of anybody but administrators let them write at one of these real places: a user, also a disabled one; whoever gets a role; a visitor of a drop
 * box. Their permissions do not count: what they put there when they had others is there still.
 */
export async function hasOtherWriter(db: Db, places: readonly string[]): Promise<boolean> {
  const [users, roles, boxes] = await Promise.all([
    db.user.findMany({ where: { isRoot: false }, select: { grants: true, role: { select: { grants: true } } } }),
    db.role.findMany({ select: { grants: true } }),
    db.share.findMany({ where: { mode: dropMode }, select: { items: true } }),
  ]);
  const holders = [
    ...users.map(({ grants, role }) => [grants, ...(role === null ? [] : [role.grants])]),
    ...roles.map(({ grants }) => [grants]),
  ];
  // Many have the same.
  const distinct = new Map(holders.map((sources) => [JSON.stringify(sources), sources]));
  for (const sources of distinct.values()) if (isOpenTo(scopesOf(false, sources.map(parseGrants)), places)) return true;
  const shared = boxes.flatMap(({ items }) => sharedItems.parse(items));
  return shared.some(({ hostPath }) => places.some((place) => isWithin(place, hostPath)));
}

function isOpenTo(scopes: readonly Scope[] | null, places: readonly string[]): boolean {
  return places.some((place) => accessOf(place, scopes) === "write");
}
