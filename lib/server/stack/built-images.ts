import { hash } from "node:crypto";
import { limits } from "@/lib/server/base/limits";
import type { Db } from "@/lib/server/db/open-db";
import { findImage } from "@/lib/server/docker/make/own-image";
import { notesOnBuilds, type Reading } from "./approvals";
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

const nothing = { images: {}, builds: {} } as const;
type Kept = { images: Readonly<Record<string, string>>; builds: Readonly<Record<string, string>> };

const keptOf = ({ name, folder }: Place): Kept =>
  stackSetting.get().built.find((one) => one.name === name && one.folder === folder) ?? nothing;

let keeping: Promise<void> = Promise.resolve();

/** What was approved of a stack, as far as it tells how its images are built. */
export type Builds = Pick<ComposeFacts, "built"> & Pick<Reading, "notes">;

/** The hash of all that was approved of a build: what the Compose file says, what the Dockerfiles are, and where links lead. */
const approvedOf = ({ how }: Built, notes: string) =>
  hash("sha256", JSON.stringify([how, notesOnBuilds(notes)]), "hex");

/** Whether images of the stack have to be built: one is not what a deployment from here has left, or something else was approved since. */
export async function mustBuild(place: Place, { built, notes }: Builds): Promise<boolean> {
  await keeping;
  const { images, builds } = keptOf(place);
  for (const one of built) {
    if (builds[one.service] !== approvedOf(one, notes)) return true;
    const here = await hereOf(one, place);
    if (here.length === 0 || here.some(([name, id]) => images[name] !== id)) return true;
  }
  return false;
}

type Deployed = Builds & { isMeant: (service: string) => boolean };

/** Keeps which images a deployment has left, and by what. `isMeant`: of these services alone; images of others may be anybody's. */
export function keepBuilt(db: Db, place: Place, deployed: Deployed): Promise<void> {
  keeping = keeping.catch(() => {}).then(() => keep(db, place, deployed));
  return keeping;
}

async function keep(db: Db, place: Place, { built, notes, isMeant }: Deployed): Promise<void> {
  const { name, folder } = place;
  const meant = built.filter(({ service }) => isMeant(service));
  const left = built.filter((one) => !meant.includes(one));
  const before = keptOf(place);
  const images = {
    ...only(before.images, new Set(left.flatMap((one) => namesOf(one, place)))),
    ...Object.fromEntries((await Promise.all(meant.map((one) => hereOf(one, place)))).flat()),
  };
  const builds = {
    ...only(before.builds, new Set(left.map((one) => one.service))),
    ...Object.fromEntries(meant.map((one) => [one.service, approvedOf(one, notes)])),
  };
  const setting = stackSetting.get();
  const others = setting.built.filter((one) => one.name !== name || one.folder !== folder);
  const all = Object.keys(images).length === 0 ? others : [...others, { name, folder, images, builds }];
  await stackSetting.save(db, { ...setting, built: all.slice(-limits.approvedStacks) });
}

const only = (all: Readonly<Record<string, string>>, names: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));
