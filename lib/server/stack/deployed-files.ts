import { hash } from "node:crypto";
import { limits } from "@/lib/server/base/limits";
import type { Db } from "@/lib/server/db/open-db";
import { hostFiles } from "@/lib/server/process/account-files";
import { textOfFile } from "./known-files";
import { environmentFileOf, type StackPlace } from "./stack-places";
import { stackSetting } from "./stack-setting";

type Place = Pick<StackPlace, "name" | "folder" | "composeFiles">;

const filesOf = (place: Place) => [...place.composeFiles, environmentFileOf(place)];

/** Of the texts of a stack’s files, the environment among them. Those that they include are not. */
export async function digestOfFiles(place: Place): Promise<string> {
  return digestBy(place, await hostFiles.stampsOf(filesOf(place)));
}

async function digestBy(place: Place, stamps: ReadonlyMap<string, string>): Promise<string> {
  const texts = await Promise.all(
    filesOf(place).map(async (path) => {
      const stamp = stamps.get(path);
      return stamp === undefined ? null : textOfFile(path, stamp);
    }),
  );
  return hash("sha256", JSON.stringify(texts), "hex");
}

const isOf =
  ({ name, folder }: Place) =>
  (one: { name: string; folder: string }): boolean =>
    one.name === name && one.folder === folder;

/** Keeps what the files were that a deployment has made true. */
export async function keepDeployed(db: Db, place: Place, digest: string): Promise<void> {
  const setting = stackSetting.get();
  const isThis = isOf(place);
  const others = setting.deployed.filter((one) => !isThis(one));
  const deployed = [...others, { name: place.name, folder: place.folder, digest }].slice(-limits.approvedStacks);
  await stackSetting.save(db, { ...setting, deployed });
}

/**
 * Tells of each by its id whether its files are others than at its last deployment; of what was never deployed from here nothing is known. All are looked at together, and read
 * one by one.
 */
export async function findChanged(places: ReadonlyMap<string, StackPlace>): Promise<(id: string) => Promise<boolean>> {
  const { deployed } = stackSetting.get();
  const known = new Map(
    [...places].flatMap(([id, place]) => {
      const digest = deployed.find(isOf(place))?.digest;
      return digest === undefined ? [] : [[id, { place, digest }] as const];
    }),
  );
  const stamps = await hostFiles.stampsOf([...new Set([...known.values()].flatMap(({ place }) => filesOf(place)))]);
  return async (id) => {
    const one = known.get(id);
    return one !== undefined && (await digestBy(one.place, stamps)) !== one.digest;
  };
}
