import { z } from "zod";
import type { settingContract } from "@/lib/contracts/setting";
import { AppError } from "@/lib/shared/errors";
import { auditRoom, fitList } from "@/lib/server/base/fit-text";
import type { RootSetting } from "@/lib/server/base/env";
import { describeChanges } from "@/lib/server/base/describe-changes";
import { defineSetting } from "@/lib/server/group/define-setting";
import { assertRoot } from "@/lib/server/http/assert-root";
import type { Service } from "@/lib/server/http/service";
import { getApp } from "@/lib/server/runtime/app";
import { isThere, realPlace } from "@/lib/server/storage/places";

/** Locations beside those that the server was started with; a list of its own with every change. */
export const addedLocations = defineSetting<readonly RootSetting[]>({
  name: "locations",
  schema: z.array(z.object({ hostPath: z.string(), note: z.string() })),
  fallback: [],
  // Paths of this machine.
  isPortable: false,
});

const describe = () => {
  const toInput = ({ hostPath, note }: RootSetting) => ({ name: note, path: hostPath });
  return { fixed: getApp().env.roots.map(toInput), locations: addedLocations.get().map(toInput) };
};

export const getLocations: Service<typeof settingContract.getLocations> = async (_, ctx) => {
  assertRoot(ctx);
  return describe();
};

/** Throws user/no-folder for what is no folder, setting/location-twice where a name or a folder is another's as well. */
export const setLocations: Service<typeof settingContract.setLocations> = async ({ locations }, ctx) => {
  assertRoot(ctx);
  ctx.about(
    fitList(
      locations.map(({ name }) => name),
      auditRoom.target,
    ),
  );
  const known = new Set(addedLocations.get().map(({ hostPath }) => hostPath));
  const wanted = await Promise.all(
    // One on a disk that is away now is kept as it is.
    locations.map(async ({ name, path }) => ({ note: name, hostPath: known.has(path) ? path : await folderAt(path) })),
  );
  const [names, paths] = [new Set<string>(), new Set<string>()];
  for (const { note, hostPath } of [...getApp().env.roots, ...wanted]) {
    if (names.has(note.toLocaleLowerCase()) || paths.has(hostPath))
      throw new AppError("setting/location-twice", { name: note });
    names.add(note.toLocaleLowerCase());
    paths.add(hostPath);
  }
  const namesOf = (list: readonly RootSetting[]) => list.map(({ note, hostPath }) => `${note} (${hostPath})`);
  ctx.about(null, describeChanges({ locations: namesOf(addedLocations.get()) }, { locations: namesOf(wanted) }));
  await addedLocations.save(ctx.db, wanted);
  return describe();
};

/** Where links lead now: whoever may swap one later must not choose what the location shows. */
async function folderAt(path: string): Promise<string> {
  // Which a file has not.
  if (!(await isThere(`${path}/.`))) throw new AppError("user/no-folder", { folder: path, field: "path" });
  return realPlace(path);
}
