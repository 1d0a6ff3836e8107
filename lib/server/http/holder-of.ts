import type { Ctx } from "@/lib/server/runtime/ctx";
import { networkOf } from "@/lib/server/session/throttle";
import { anonymousHolder } from "@/lib/server/base/anonymous";

/** Whose share of something bounded a request takes: the user's, or for anonymous callers their network's. */
export function holderOf({ actor, request }: Pick<Ctx, "actor" | "request">): string {
  return actor.userId ?? anonymousHolder(networkOf(request.address));
}
