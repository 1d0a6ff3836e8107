import { AppError } from "@/lib/shared/errors";
import type { Actor } from "./ctx";

/** For what is as much as being root on this machine. Throws auth/root-only. */
export function assertRoot({ isRoot }: Pick<Actor, "isRoot">): void {
  if (!isRoot) throw new AppError("auth/root-only");
}
