import { AppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import type { stackContract } from "@/lib/contracts/stack";
import { stacksAtWork } from "@/lib/server/docker/make/projects-at-work";
import type { Service } from "@/lib/server/http/service";
import { hostFiles } from "@/lib/server/process/account-files";
import { assertRoot } from "@/lib/server/runtime/assert-root";
import { stacksChanged } from "./follow-stacks";
import { forgetRun } from "./last-runs";
import { listProjectContainers } from "./project-containers";
import { orRefused } from "./or-refused";
import { getStackPlace } from "./stack-places";
import { stackFolder, stackSetting } from "./stack-setting";

/** Data of a stack often lies beside its files: so its folder is put away, and whoever wants the room deletes it. */
export const removeStack: Service<typeof stackContract.removeStack> = async ({ name }, { actor, about, db }) => {
  about(name);
  assertRoot(actor);
  const place = await getStackPlace(name);
  if (place.origin === "adopted") {
    const setting = stackSetting.get();
    await stackSetting.save(db, { ...setting, adopted: setting.adopted.filter((one) => one.folder !== place.folder) });
    stacksChanged();
    return { folder: null };
  }
  if (stacksAtWork.has(name)) throw new AppError("stack/busy", { name });
  if (place.id === place.name && (await listProjectContainers(place.name)).length > 0)
    throw new AppError("stack/in-use", { name });
  const folder = `${await stackFolder()}/.removed-${place.name}-${randomId(6)}`;
  await orRefused(() => hostFiles.rename(place.folder, folder));
  forgetRun(name);
  stacksChanged();
  return { folder };
};
