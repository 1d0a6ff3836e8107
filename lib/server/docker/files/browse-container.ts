import type { dockerContract } from "@/lib/contracts/docker";
import { AppError } from "@/lib/shared/errors";
import type { Service } from "@/lib/server/http/service";
import { getApp } from "@/lib/server/runtime/app";
import { askerOf, userIdOf } from "@/lib/server/runtime/ctx";
import { admitContainer } from "@/lib/server/docker/admit-container";
import { addContainerPlace, removeContainerPlace, topOfContainer } from "./container-places";
import { openContainerFiles as openFiles } from "./open-container-files";

export const openContainerFiles: Service<typeof dockerContract.openContainerFiles> = async (
  { id },
  { actor, db, about },
) => {
  const { name } = await admitContainer(actor, id, "shell");
  about(name);
  const userId = userIdOf(actor);
  // What keeps its files from being seen is said here, and not by an empty page.
  await openFiles(name, askerOf(actor));
  await addContainerPlace(db, { userId, name });
  const folder = getApp().storageFor(actor).locate(topOfContainer(name));
  if (folder === null) throw new AppError("docker/not-found", { name });
  return { folder };
};

export const closeContainerFiles: Service<typeof dockerContract.closeContainerFiles> = async (
  { id: name },
  { actor, db, about },
) => {
  about(name);
  const isRemoved = await removeContainerPlace(db, { userId: userIdOf(actor), name });
  // What is no place of theirs is refused as opening it would be: a name that is tried tells nothing.
  if (!isRemoved) await admitContainer(actor, name, "shell");
  return {};
};
