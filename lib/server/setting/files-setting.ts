import type { settingContract } from "@/lib/contracts/setting";
import { kindOfPlace } from "@/lib/server/storage/adapter";
import { scopesOn } from "./elsewhere";
import { startIn } from "./start-in";
import type { Service } from "@/lib/server/http/service";

/** The caller's roots; host paths only where no folder is out of reach, and for tokens that may read. */
export const filesSetting: Service<typeof settingContract.filesSetting> = async (_, { storage, actor }) => {
  const roots = await storage.roots();
  const seesPaths = actor.scopes === null && actor.permissions.has("file_read");
  const scopes = scopesOn(actor);
  const startOf = (place: string) => storage.locate(startIn(place, scopes));
  return {
    dirs: roots.map(({ id, note, place, writable }, index) => ({
      index,
      id,
      start: startOf(place) ?? id,
      note,
      writable,
      remote: kindOfPlace(place) === "sftp",
      container: kindOfPlace(place) === "container" ? note : null,
      ...(seesPaths ? { path: place } : {}),
    })),
  };
};
