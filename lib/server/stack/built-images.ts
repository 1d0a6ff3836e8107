import { limits } from "@/lib/server/base/limits";
import type { Db } from "@/lib/server/db/open-db";
import { findImage } from "@/lib/server/docker/make/own-image";
import type { ComposeFacts } from "./compose-facts";
import type { StackPlace } from "./stack-places";
import { stackSetting } from "./stack-setting";

type Place = Pick<StackPlace, "name" | "folder">;
type Built = ComposeFacts["built"][number];

/** Compose puts its names together by a dash, and did by an underscore. */
const namesOf = ({ service, image }: Built, { name }: Place) =>
  image === null ? [`${name}-${service}`, `${name}_${service}`] : [image];

/** What is here under the names of an image that Compose builds: Compose builds none that is here, whoever has put it there. */
async function hereOf(built: Built, place: Place): Promise<[name: string, id: string][]> {
  const found = await Promise.all(
    namesOf(built, place).map(async (name) => [name, (await findImage(name))?.id ?? ""] as [string, string]),
  );
  return found.filter(([, id]) => id !== "");
}

const keptOf = ({ name, folder }: Place) =>
  stackSetting.get().built.find((one) => one.name === name && one.folder === folder)?.images ?? {};

let keeping: Promise<void> = Promise.resolve();

/** Whether an image that the stack builds is not the one that a deployment from here has left, so that it has to be built. */
export async function mustBuild(place: Place, { built }: Pick<ComposeFacts, "built">): Promise<boolean> {
  await keeping;
  const kept = keptOf(place);
  for (const one of built) {
    const here = await hereOf(one, place);
    if (here.length === 0 || here.some(([name, id]) => kept[name] !== id)) return true;
  }
  return false;
}

/** Keeps which images a deployment has left. `service`: of that alone. */
export function keepBuilt(
  db: Db,
  place: Place,
  { built, service }: Pick<ComposeFacts, "built"> & { service: string | undefined },
): Promise<void> {
  keeping = keeping.catch(() => {}).then(() => keep(db, place, { built, service }));
  return keeping;
}

async function keep(
  db: Db,
  place: Place,
  { built, service }: Pick<ComposeFacts, "built"> & { service: string | undefined },
): Promise<void> {
  const { name, folder } = place;
  const isMeant = (one: Built) => service === undefined || one.service === service;
  const left = new Set(built.filter((one) => !isMeant(one)).flatMap((one) => namesOf(one, place)));
  const before = Object.entries(keptOf(place)).filter(([image]) => left.has(image));
  const now = (await Promise.all(built.filter(isMeant).map((one) => hereOf(one, place)))).flat();
  const images = Object.fromEntries([...before, ...now]);
  const setting = stackSetting.get();
  const others = setting.built.filter((one) => one.name !== name || one.folder !== folder);
  const all = now.length === 0 && before.length === 0 ? others : [...others, { name, folder, images }];
  await stackSetting.save(db, { ...setting, built: all.slice(-limits.approvedStacks) });
}
