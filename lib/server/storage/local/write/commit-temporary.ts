import type { BigIntStats } from "node:fs";
import { AppError } from "@/lib/shared/errors";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import type { Keeping } from "@/lib/server/storage/keeping";
import type { WriteOptions } from "@/lib/server/storage/storage";
import type { Journal } from "@/lib/server/storage/local/journal/journal";
import { commitFile, namingOf } from "@/lib/server/storage/local/journal/place-entry";
import { etagOf, kindOf } from "@/lib/server/storage/local/resolve/entries";
import type { Location, Resolver } from "@/lib/server/storage/local/resolve/resolver";
import { createKeeper } from "@/lib/server/storage/local/trash/keep-replaced";

type Committing = Pick<WriteOptions, "conflict" | "ifMatch"> & {
  replaced: Keeping["replaced"];
  journal: Journal;
  resolver: Resolver;
  /** The virtual path of the location's folder. */
  toFolder: VirtualPath;
  /** Told which file is to give way, for whoever has seen another one there before. */
  meet?: (standing: BigIntStats) => Promise<void>;
};

/** Gives a finished temporary file its location's name. `was`: what it has replaced. */
export async function commitTemporary(
  location: Location,
  temporary: { fd: number; name: string },
  { resolver, journal, toFolder, conflict, ifMatch, replaced, meet }: Committing,
): Promise<{ name: EntryName; was: BigIntStats | null }> {
  const { name } = location;
  if (conflict !== "replace") return { name: await commitFile(temporary, name, { conflict, journal }), was: null };
  const keeper = createKeeper({
    resolver,
    into: location,
    toFolder,
    options: { replaced },
    report: { replaced: () => {} },
    mayMove: false,
  });
  const { done, was } = await keeper.replacing(
    { item: null, to: location, name },
    {
      ...namingOf(temporary, name, journal),
      async meet(standing) {
        if (ifMatch !== undefined) assertUnchanged(standing, ifMatch);
        if (standing === null) return;
        assertCanGiveWay(standing);
        if (kindOf(standing) === "file") await meet?.(standing);
      },
    },
  );
  return { name: done, was };
}

export function assertUnchanged(stats: BigIntStats | null, ifMatch: string): void {
  const etag = stats === null ? "" : etagOf(stats);
  if (etag !== ifMatch) throw new AppError("file/changed", {}, { detail: { etag } });
}

/** A link that has come while the bytes did is replaced itself. */
function assertCanGiveWay(stats: BigIntStats): void {
  const kind = kindOf(stats);
  if (kind === "folder") throw new AppError("file/not-file");
  if (kind === "special") throw new AppError("file/special");
}
