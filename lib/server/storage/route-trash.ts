import { AppError } from "@/lib/shared/errors";
import type { Routes } from "./routes";
import type { TrashPlace, TrashStorage } from "./trash-storage";

/** What is in a trash is where it was before, so its place tells whose it is. Of an adapter that is not there now nothing can be said: it is away. */
export function routeTrash({ of, ofPlace }: Routes): TrashStorage {
  const trashOf = ({ folder }: TrashPlace): TrashStorage => {
    const storage = ofPlace(folder);
    if (storage === null) throw new AppError("trash/unavailable");
    return storage.trash;
  };
  return {
    assertPossible: async (folder) => of(folder).trash.assertPossible(folder),
    plan: async (path, trash) => of(path).trash.plan(path, trash),
    put: async (path, plan) => of(path).trash.put(path, plan),
    async restore(place, to) {
      const trash = trashOf(place);
      if (trash !== of(to.toFolder).trash) throw new AppError("storage/unsupported");
      return trash.restore(place, to);
    },
    purge: async (place, options) => trashOf(place).purge(place, options),
    mayReach: async (origin, kind) => (await ofPlace(origin)?.trash.mayReach(origin, kind)) ?? false,
    measure: async (place, signal) => trashOf(place).measure(place, signal),
    open: async (place) => trashOf(place).open(place),
    settle: async (place, origin) => (await ofPlace(place.folder)?.trash.settle(place, origin)) ?? "away",
    find: async (place) => (await ofPlace(place.folder)?.trash.find(place)) ?? "away",
    volume: async (place) => trashOf(place).volume(place),
  };
}
