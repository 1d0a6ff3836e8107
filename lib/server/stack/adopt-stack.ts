import { AppError } from "@/lib/shared/errors";
import { creatorLabel } from "@/lib/shared/volume-labels";
import type { stackContract } from "@/lib/contracts/stack";
import type { Service } from "@/lib/server/http/service";
import { hostFiles } from "@/lib/server/process/account-files";
import { assertRoot } from "@/lib/server/runtime/assert-root";
import { digestOf, findApprovedFiles, keepApproval, readStack, shownText } from "./approvals";
import { assertPrivate } from "./assert-private";
import { findCompose } from "./find-compose";
import { stacksChanged } from "./follow-stacks";
import { listProjectContainers } from "./project-containers";
import { readStackFiles } from "./stack-files";
import { listStackPlaces, type StackPlace } from "./stack-places";
import { stackSetting } from "./stack-setting";

const label = "com.docker.compose.project";
const [mostFiles, mostAdopted] = [10, 200];

/**
 * What the containers say: whoever makes a container writes its labels. So nothing is done with these files before an administrator has seen
 * which they are, and what is in them.
 */
export const getAdoption: Service<typeof stackContract.getAdoption> = async ({ name }, { actor }) => {
  assertRoot(actor);
  const place = await placeByLabels(name);
  await assertPrivate(place.folder);
  const reading = await readWhereCompose({ ...place, id: name, name, origin: "adopted" });
  return {
    folder: place.folder,
    files: await readStackFiles(place),
    reading: reading === null ? null : { text: shownText({ name }, reading), digest: digestOf(reading) },
  };
};

export const adoptStack: Service<typeof stackContract.adoptStack> = async (
  { name, folder, files, digest },
  { actor, about, db },
) => {
  about(`${name} ${folder}`);
  assertRoot(actor);
  if ((await listStackPlaces()).has(name)) throw new AppError("stack/exists", { name });
  const place = await placeByLabels(name);
  const now = (await readStackFiles(place)).filter(({ kind }) => kind === "compose");
  const isAsShown =
    place.folder === folder &&
    now.length === files.length &&
    now.every(({ path, etag }, index) => files[index]?.path === path && files[index]?.etag === etag);
  const adoptedPlace = { ...place, id: name, name, origin: "adopted" } as const;
  const reading = await readWhereCompose(adoptedPlace);
  if (!isAsShown || (reading === null ? "" : digestOf(reading)) !== digest)
    throw new AppError("stack/changed", { name });
  await assertPrivate(folder);
  const { adopted } = stackSetting.get();
  if (adopted.length >= mostAdopted) throw new AppError("stack/too-many", { count: mostAdopted });
  if (reading !== null) await keepApproval(db, adoptedPlace, reading);
  await stackSetting.save(db, {
    ...stackSetting.get(),
    adopted: [...adopted, { name, folder, files: now.map(({ path }) => path) }],
  });
  stacksChanged();
  return {};
};

/** Null where there is no Compose, so that nothing can be run either. */
const readWhereCompose = async (place: StackPlace) => ((await findCompose()) === null ? null : readStack(place));

/** Throws stack/no-files. */
async function placeByLabels(name: string): Promise<Pick<StackPlace, "folder" | "composeFiles">> {
  const containers = (await listProjectContainers(name)).filter(({ Labels }) => Labels[creatorLabel] === undefined);
  const found = containers.map(({ Labels }) => ({
    folder: Labels[`${label}.working_dir`] ?? "",
    files: Labels[`${label}.config_files`] ?? "",
  }));
  const distinct = [...new Map(found.map((one) => [`${one.folder}\0${one.files}`, one])).values()].slice(0, mostFiles);
  for (const { folder, files } of distinct) {
    if (!isPlainPath(folder)) continue;
    // The old program says them as they were given to it, the new one in full.
    const said = files.split(",").map((file) => (file.startsWith("/") ? file : `${folder}/${file}`));
    // What was deployed from here was made of our copy.
    const paths = (await findApprovedFiles(said[0] ?? "")) ?? said;
    if (paths.length > mostFiles || !paths.every(isPlainPath)) continue;
    const texts = await Promise.all(paths.map(hostFiles.read));
    if (texts.every((text) => text !== null)) return { folder, composeFiles: paths };
  }
  throw new AppError("stack/no-files", { name });
}

const isPlainPath = (path: string) =>
  path.startsWith("/") && path.length <= 4096 && !/\p{Cc}/u.test(path) && !path.split("/").includes("..");
