import type { Ctx } from "@/lib/server/runtime/ctx";
import { networkOf } from "@/lib/server/session/throttle";
import { strangerOf } from "@/lib/server/base/strangers";

/** Whose share of something bounded a request takes: the user's, or for strangers their network's. */
export function holderOf({ actor, request }: Pick<Ctx, "actor" | "request">): string {
  return actor.userId ?? strangerOf(networkOf(request.address));
}
