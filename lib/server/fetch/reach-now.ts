import type { Access } from "@/lib/contracts/endpoint";
import { AppError } from "@/lib/shared/errors";
import type { Db } from "@/lib/server/db/open-db";
import { mayAccess } from "@/lib/server/http/gate";
import { goneKey } from "@/lib/server/http/still-allowed";
import { findActorNow } from "@/lib/server/session/find-actor";
import type { Reach } from "@/lib/server/outbound/resolve-target";
import type { FetchRow } from "./fetch-rows";

export const mayStore: Access = "filecat_file_context_update_upload_created_copy_decompression";

/**
 * Where a remote download may connect to with the rights that whoever began it has at this moment. Throws task/user-gone,
 * task/token-gone, task/right-gone.
 */
export async function reachNow(db: Db, { ownerId, tokenId }: Pick<FetchRow, "ownerId" | "tokenId">): Promise<Reach> {
  const actor = await findActorNow(db, { userId: ownerId, tokenId });
  if (actor === null) throw new AppError(goneKey({ tokenId }));
  if (!mayAccess(actor, "http_proxy") || !mayAccess(actor, mayStore)) throw new AppError("task/right-gone");
  return { lan: actor.permissions.has("lan_access"), holder: ownerId };
}
