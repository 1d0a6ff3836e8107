import type { Access } from "@/lib/contracts/endpoint";
import { AppError } from "@/lib/shared/errors";
import type { Actor } from "@/lib/server/runtime/ctx";
import { mayAccess } from "@/lib/server/http/gate";

export function assertPermission(actor: Actor, access: Access): void {
  if (!mayAccess(actor, access)) throw new AppError("auth/forbidden", { permission: [access].flat().join(", ") });
}
