import { lstat, stat } from "node:fs/promises";
import { machineTop } from "./read-disks";

export const isOnMachine = async (folder: string) =>
  lstat(`${await machineTop()}${folder}`).then(
    () => true,
    () => false,
  );

/** Whether the machine has the folder by the name that we have it by: in a container that may be another one of its host. */
export async function isSameOnMachine(folder: string): Promise<boolean> {
  const top = await machineTop();
  if (top === "") return true;
  const [here, there] = await Promise.all(
    [folder, `${top}${folder}`].map((one) => stat(one, { bigint: true }).catch(() => null)),
  );
  return here !== null && here?.dev === there?.dev && here?.ino === there?.ino;
}
