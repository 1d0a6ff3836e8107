import { randomBytes } from "node:crypto";
import { unfinishedLabel } from "@/lib/shared/volume-labels";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { getApp } from "@/lib/server/runtime/app";
import { newVolume, removeMade } from "./new-volume";
import { forgetWhole, isNotedWhole, noteWhole } from "./noted-helpers";
import { keepingHelpers, makeHelper } from "./with-volumes";

/**
 * Makes a volume, and has `work` fill it, who calls `whole` in the end while a container still has the volume. Where that is not reached, however Filedeck ended, there is no
 * such volume afterwards: a container marks it as unfinished from before it is made until it is whole or gone. Throws volume/exists.
 */
export async function makeWhole(name: string, work: (whole: () => Promise<void>) => Promise<void>): Promise<void> {
  const made = randomBytes(16).toString("hex");
  await keepingHelpers(async () => {
    const { id } = await makeHelper(name, { labels: { [unfinishedLabel]: made } });
    const unmark = () => endMark(name, { id, made }).catch(() => {}); // the next sweep tries it again
    try {
      await newVolume({ name, driver: "local", options: {}, labels: {} }, made);
      await work(async () => {
        await noteWhole(getApp().db, made);
        await unmark();
      });
    } catch (error) {
      await unmark();
      throw error;
    }
  });
}

/** Removes what is unfinished, and then its mark: where somebody has the volume both stay, for the next time. */
export async function endMark(name: string, { id, made }: { id: string; made: string }): Promise<void> {
  const { db } = getApp();
  if (!(await isNotedWhole(db, made))) await removeMade(name, made);
  await askDocker(id, (docker, abortSignal) => docker.getContainer(id).remove({ abortSignal }));
  await forgetWhole(db, made);
}
