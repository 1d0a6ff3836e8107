import type Docker from "dockerode";
import { AppError } from "@/lib/shared/errors";
import { changerLabel } from "@/lib/shared/tool-labels";
import { creatorLabel } from "@/lib/shared/volume-labels";
import { getApp } from "@/lib/server/runtime/app";
import { findUserActor } from "@/lib/server/session/find-actor";
import { areOpenBinds } from "./assert-spec";
import { findImage } from "./own-image";

type Inspected = Pick<Docker.ContainerInspectInfo, "Config" | "Image" | "Mounts" | "Name">;
type Labels = Readonly<Record<string, string>> | null | undefined;

/**
 * The id of who has made it here without an administrator's rights, or has made it anew with other settings; null where nobody has. What its image says of it is
 * no proof.
 */
export async function makerOf({ Config, Image }: Pick<Inspected, "Config" | "Image">): Promise<string | null> {
  const labels = (Config.Labels as Labels) ?? {};
  const label = [changerLabel, creatorLabel].find((one) => labels[one] !== undefined);
  if (label === undefined) return null;
  const image = await findImage(Image);
  if (image !== null && Object.hasOwn((image.config.Labels as Labels) ?? {}, label)) return null;
  // A token's stands behind its user.
  return labels[label]?.split("/")[0] ?? null;
}

/** Whether its maker may not have a container read all of its folders any more. */
export async function hasLostReach(inspected: Inspected): Promise<boolean> {
  const binds = ((inspected.Mounts as typeof inspected.Mounts | null) ?? []).filter(({ Type }) => Type === "bind");
  if (binds.length === 0) return false;
  const userId = await makerOf(inspected);
  if (userId === null) return false;
  const app = getApp();
  const actor = await findUserActor(app.db, userId);
  if (actor === null) return true;
  const mounts = binds.map(({ Source, Destination, RW }) => ({
    source: Source,
    destination: Destination,
    is_writable: RW,
  }));
  const asker = { actor, storage: app.storageFor(actor) };
  return !actor.isRoot && !(await areOpenBinds(asker, { name: inspected.Name, mounts }));
}

/** Throws docker/lost-folders: whoever starts it, what it reads would be read for its maker. */
export async function assertMakerReaches(inspected: Inspected, name: string): Promise<void> {
  if (await hasLostReach(inspected)) throw new AppError("docker/lost-folders", { name });
}
