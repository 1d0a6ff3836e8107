import { AppError } from "@/lib/shared/errors";
import type { Ctx } from "@/lib/server/runtime/ctx";

/** For what decides who gets in, and with what: throws auth/root-only. */
export function assertRoot({ actor }: Pick<Ctx, "actor">): void {
  if (!actor.isRoot) throw new AppError("auth/root-only");
}
