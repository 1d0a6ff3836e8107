import { AppError } from "@/lib/shared/errors";
import type { StackFile, stackContract } from "@/lib/contracts/stack";
import { composeFileNames } from "@/lib/shared/stacks";
import type { Service } from "@/lib/server/http/service";
import { hostFiles } from "@/lib/server/process/account-files";
import { editedBytes, readEditable, writeEditable } from "@/lib/server/process/editable-file";
import { assertRoot } from "@/lib/server/runtime/assert-root";
import { stacksChanged } from "./follow-stacks";
import { approveIfReadable, isApproved } from "./approve-stack";
import { orRefused } from "./or-refused";
import { refusalOf } from "./run-compose";
import { environmentFileOf, getStackPlace, listStackPlaces, type StackPlace } from "./stack-places";
import { stackFolder } from "./stack-setting";

export const getStack: Service<typeof stackContract.getStack> = async ({ name }, { actor }) => {
  assertRoot(actor);
  const place = await getStackPlace(name);
  return { folder: place.folder, origin: place.origin, files: await readStackFiles(place) };
};

export const createStack: Service<typeof stackContract.createStack> = async (
  { name, text, environment },
  { actor, about, db },
) => {
  about(name);
  assertRoot(actor);
  const root = await stackFolder();
  if ([...(await listStackPlaces()).values()].some((one) => one.name === name))
    throw new AppError("stack/exists", { name });
  const folder = `${root}/${name}`;
  await orRefused(async () => {
    await hostFiles.makePrivate(root);
    // Another folder of the name is not taken for the stack's: what is in it is not ours.
    await hostFiles.makeFolder(folder);
    if (environment !== "") await hostFiles.write(environmentFileOf({ folder }), environment, { newMode: "600" });
    // The last one: with it, it is a stack.
    await hostFiles.write(`${folder}/${composeFileNames[0]}`, text, { newMode: "600" });
  });
  // Whoever wrote it has seen it.
  await approveIfReadable(db, await getStackPlace(name));
  stacksChanged();
  return {};
};

export const saveStackFile: Service<typeof stackContract.saveStackFile> = async (
  { name, path, text, etag, force },
  { actor, about, signal, db },
) => {
  about(`${name} ${path}`);
  assertRoot(actor);
  const place = await getStackPlace(name);
  const isCompose = place.composeFiles.includes(path);
  if (!isCompose && path !== environmentFileOf(place)) throw new AppError("stack/not-found", { name });
  const before = await orRefused(() => readEditable(path));
  if (before.etag !== etag) throw new AppError("stack/changed", { name });
  const content = editedBytes(before, text);
  if (isCompose && !force) {
    const refusal = await refusalOf(place, { path, content, signal });
    if (refusal !== null) throw new AppError("stack/invalid", { text: refusal });
  }
  // What others have changed beside it is not approved by that.
  const wasApproved = await isApproved(place);
  const saved = await orRefused(() => writeEditable(before, content, { newMode: "600" }));
  if (saved === null) throw new AppError("stack/changed", { name });
  if (wasApproved) await approveIfReadable(db, place);
  stacksChanged();
  return { etag: saved };
};

/** Its Compose files and its environment, which may not be there yet. */
export async function readStackFiles(place: Pick<StackPlace, "folder" | "composeFiles">): Promise<StackFile[]> {
  const wanted = [
    ...place.composeFiles.map((path) => ({ path, kind: "compose" as const })),
    { path: environmentFileOf(place), kind: "environment" as const },
  ];
  return Promise.all(
    wanted.map(async ({ path, kind }) => {
      const { text, etag } = await orRefused(() => readEditable(path));
      return { path, kind, text, etag };
    }),
  );
}
