import type { Actor } from "@/lib/server/runtime/ctx";

/** Whether what was given the server's networks at its beginning may still have them: they cannot be taken from a process that runs. */
export function keepsNetwork(then: Actor, now: Actor): boolean {
  return then.isRoot || !then.permissions.has("lan_access") || now.permissions.has("lan_access");
}
