import { AppError } from "@/lib/shared/errors";
import { trashName } from "./own-names";
import { joinPlace } from "./scope";

const idPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** The place of an entry's own folder in the trash of `base`. Throws trash/unavailable for ids that are no names of ours. */
export function trashFolderOf(base: string, { ownerId, id }: { ownerId: string; id: string }): string {
  if (!idPattern.test(ownerId) || !idPattern.test(id)) throw new AppError("trash/unavailable");
  return [trashName, ownerId, id].reduce(joinPlace, base);
}

/** Base, owner and id of an entry's folder in a trash; throws for any other path. */
export function splitTrashFolder(folder: string): { base: string; names: [string, string, string] } {
  const [id = "", ownerId = "", name = "", ...rest] = folder.split("/").toReversed();
  if (name !== trashName || !idPattern.test(ownerId) || !idPattern.test(id)) throw new AppError("trash/gone");
  return { base: rest.toReversed().join("/") || "/", names: [name, ownerId, id] };
}
