import { AppError } from "@/lib/shared/errors";
import type { Actor } from "@/lib/server/runtime/ctx";

type Entry = { audience: "everyone" | "administrators" | "others" };

/** What an administrator's shell gets only an administrator says: a folder of programs or a variable in it would be a way to root. */
export function assertOwnPart<T extends Entry>(
  actor: Pick<Actor, "isRoot">,
  before: readonly T[],
  after: readonly T[],
): void {
  const part = (entries: readonly T[]) => JSON.stringify(entries.filter(({ audience }) => audience !== "others"));
  if (!actor.isRoot && part(before) !== part(after)) throw new AppError("auth/forbidden", { permission: "is_root" });
}
