import { isWithin } from "@/lib/shared/paths";
import { kindOfPlace } from "@/lib/server/storage/adapter";
import { accessOf, type Scope } from "@/lib/server/storage/scope";

/** The folders of this machine where an actor may write, none inside another: all in them counts, whoever put it there. */
export function quotaDirs(scopes: readonly Scope[]): string[] {
  const named = scopes.flatMap(({ accessDirs }) => accessDirs).filter((dir) => kindOfPlace(dir) === "local");
  const writable = [...new Set(named)].filter((dir) => accessOf(dir, scopes) === "write").toSorted();
  return writable.filter((dir) => !writable.some((other) => other !== dir && isWithin(dir, other)));
}
