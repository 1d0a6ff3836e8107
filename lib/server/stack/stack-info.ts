import type { stackContract } from "@/lib/contracts/stack";
import type { Service } from "@/lib/server/http/service";
import { hostFiles } from "@/lib/server/process/account-files";
import { containerManager } from "@/lib/server/process/container-manager";
import { isFromContainer } from "@/lib/server/process/on-host";
import { assertRoot } from "@/lib/server/runtime/assert-root";
import { findCompose } from "./find-compose";
import { stacksChanged } from "./follow-stacks";
import { assertPrivate } from "./assert-private";
import { orRefused } from "./or-refused";
import { stackFolder, stackSetting } from "./stack-setting";

export const getStackInfo: Service<typeof stackContract.getStackInfo> = async (_, { actor }) => {
  const compose = await findCompose();
  return {
    compose: compose === null ? null : { command: compose.command, version: compose.version },
    folder: actor.isRoot ? await stackFolder() : null,
    lacks_host: containerManager() === "docker" && !(await isFromContainer()),
  };
};

export const setStackFolder: Service<typeof stackContract.setStackFolder> = async (
  { folder },
  { actor, about, db },
) => {
  about(folder);
  assertRoot(actor);
  if (folder !== "") {
    await orRefused(() => hostFiles.makePrivate(folder));
    await assertPrivate(folder);
  }
  await stackSetting.save(db, { ...stackSetting.get(), folder });
  stacksChanged();
  return { folder: await stackFolder() };
};
