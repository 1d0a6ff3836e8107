import { containerRootsOf } from "@/lib/server/docker/files/container-places";
import type { Actor } from "@/lib/server/runtime/ctx";
import { hostRootsOf, withHosts } from "@/lib/server/ssh/host-roots";
import type { Scope } from "@/lib/server/storage/scope";

/** The places that this actor has on hosts and in containers. */
export function elsewhereOf(actor: Actor) {
  return [...hostRootsOf(actor), ...containerRootsOf(actor)];
}

/** What limits an actor in all places that they have, hosts and containers included; null: nothing does. */
export function scopesOn(actor: Actor): readonly Scope[] | null {
  return withHosts(
    actor.scopes,
    elsewhereOf(actor).map(({ hostPath }) => hostPath),
  );
}
