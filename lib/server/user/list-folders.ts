import type { userContract } from "@/lib/contracts/user";
import { compareNames } from "@/lib/shared/compare-names";
import { AppError, isAppError } from "@/lib/shared/errors";
import { hasEscapedBytes, type VirtualPath } from "@/lib/shared/paths";
import type { Actor, Ctx } from "@/lib/server/runtime/ctx";
import type { Service } from "@/lib/server/http/service";
import { scopesOn } from "@/lib/server/setting/elsewhere";
import { kindOfPlace } from "@/lib/server/storage/adapter";
import { accessOf } from "@/lib/server/storage/scope";
import type { Entry } from "@/lib/server/storage/storage";

const maxFolders = 1_000;

/** Where somebody who grants folders can look for them: nowhere but where this caller may read files. */
export const listFolders: Service<typeof userContract.listFolders> = async ({ path }, { storage, actor, signal }) => {
  assertMayRead(actor);
  if (path === undefined) {
    // Whoever opens a container has it by other rights than these.
    const roots = (await storage.roots()).filter(({ place }) => kindOfPlace(place) !== "container");
    const places = roots.map(({ note, place }) => ({ name: note, path: place }));
    return { parent: null, folders: places, cut: false };
  }
  const located = storage.locate(path);
  if (located === null) throw new AppError("file/not-found");
  const { names, cut } = await folderNames({ storage, signal }, located);
  const above = path.slice(0, Math.max(0, path.lastIndexOf("/"))) || "/";
  const prefix = path === "/" ? "/" : `${path}/`;
  return {
    parent: path !== "/" && storage.locate(above) !== null ? above : null,
    folders: names.sort(compareNames).map((name) => ({ name, path: prefix + name })),
    cut,
  };
};

/** A name that is not UTF-8 cannot be written into a list of folders. */
async function folderNames({ storage, signal }: Pick<Ctx, "storage" | "signal">, folder: VirtualPath) {
  const names: string[] = [];
  const isFolder = ({ kind, link }: Entry) => kind === "folder" || link?.leadsTo === "folder";
  for await (const page of storage.list(folder, signal)) {
    for (const entry of page) if (isFolder(entry) && !hasEscapedBytes(entry.name)) names.push(entry.name);
    if (names.length > maxFolders) return { names: names.slice(0, maxFolders), cut: true };
  }
  return { names, cut: false };
}

/** Of these paths those that are not there now. Of what the caller may not see nothing is said. */
export const findMissingFolders: Service<typeof userContract.findMissingFolders> = async (
  { paths },
  { storage, actor },
) => {
  assertMayRead(actor);
  const scopes = scopesOn(actor);
  const isMissing = async (path: string): Promise<boolean> => {
    const located = accessOf(path, scopes) === "none" ? null : storage.locate(path);
    if (located === null) return false;
    return storage.stat(located).then(
      () => false,
      (error: unknown) => isAppError(error) && error.key === "file/not-found",
    );
  };
  const all = [...new Set(paths)];
  const found = await Promise.all(all.map(isMissing));
  return { missing: all.filter((_, index) => found[index]) };
};

function assertMayRead(actor: Actor): void {
  if (!actor.permissions.has("file_read")) throw new AppError("auth/forbidden", { permission: "file_read" });
}
