import { AppError, isAppError } from "@/lib/shared/errors";
import { isHub, parseImageReference } from "@/lib/shared/image-reference";
import { resolveTarget } from "@/lib/server/outbound/resolve-target";
import { userIdOf, type Actor } from "@/lib/server/runtime/ctx";

/**
 * Throws outbound/lan and its like where the caller may not ask the registry, and docker/registry-unreachable where its name leads nowhere. The daemon asks it by itself and resolves its name anew: what is kept away
 * is not a name that changes, but a look around in networks of the server's.
 */
export async function assertRegistry(actor: Pick<Actor, "permissions" | "userId">, reference: string): Promise<void> {
  const parsed = parseImageReference(reference);
  if (parsed === null || isHub(parsed)) return;
  await resolveTarget(new URL(`https://${parsed.registry}/`), {
    lan: actor.permissions.has("lan_access"),
    holder: userIdOf(actor),
  }).catch((error: unknown) => {
    const isAway = isAppError(error) && error.key === "outbound/unreachable";
    throw isAway ? new AppError("docker/registry-unreachable", {}, { cause: error }) : error;
  });
}
