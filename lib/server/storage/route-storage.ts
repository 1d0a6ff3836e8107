import { AppError } from "@/lib/shared/errors";
import { splitVirtualPath } from "@/lib/shared/paths";
import { kindOfPlace, type StorageAdapter, type StorageInput } from "./adapter";
import { routeParts } from "./route-parts";
import { routeTrash } from "./route-trash";
import type { Routes } from "./routes";
import type { Scope } from "./scope";
import type { Storage } from "./storage";
import { transferTree } from "./transfer";

/** The storage of an actor whose roots may belong to several adapters. With all of them of one, it is that one's, at no further cost. */
export function routeStorage(input: StorageInput, adapters: readonly StorageAdapter[]): Storage {
  const kinds = new Set(input.roots.map(({ place }) => kindOfPlace(place)));
  const made = new Map<string, Storage>();
  for (const adapter of adapters)
    if (kinds.has(adapter.kind)) made.set(adapter.kind, adapter.create(narrow(input, adapter.kind)));
  const [only] = made.values();
  if (only !== undefined && kinds.size === 1) return only;
  const byRoot = new Map(input.roots.map(({ id, place }) => [id, made.get(kindOfPlace(place))]));
  return join(input, [...made.values()], {
    of(path) {
      const storage = byRoot.get(splitVirtualPath(path).root);
      if (storage === undefined) throw new AppError("file/not-found");
      return storage;
    },
    ofPlace: (place) => made.get(kindOfPlace(place)) ?? null,
    pinned: (pins) => routeStorage({ ...input, pins }, adapters),
  });
}

/** What concerns an adapter's own places: others mean nothing to it. */
function narrow({ roots, scopes, protectedPaths, ...others }: StorageInput, kind: string): StorageInput {
  const isOwn = (place: string) => kindOfPlace(place) === kind;
  return {
    roots: roots.filter(({ place }) => isOwn(place)),
    scopes: scopes?.map((scope) => narrowScope(scope, isOwn)) ?? null,
    protectedPaths: protectedPaths.filter(isOwn),
    ...others,
  };
}

function narrowScope(scope: Scope, isOwn: (place: string) => boolean): Scope {
  const { accessDirs, readOnlyDirs, denyDirs } = scope;
  // Mostly as it is: what was worked out about a scope is known by its object.
  if ([accessDirs, readOnlyDirs, denyDirs].every((dirs) => dirs.every(isOwn))) return scope;
  return {
    accessDirs: accessDirs.filter(isOwn),
    readOnlyDirs: readOnlyDirs.filter(isOwn),
    denyDirs: denyDirs.filter(isOwn),
  };
}

type Joined = Routes & Pick<Storage, "pinned">;

function join({ roots }: StorageInput, all: readonly Storage[], routes: Joined): Storage {
  const { of, ofPlace, pinned } = routes;
  return {
    roots: async () => [...roots],
    can: (path, capability) => of(path).can(path, capability),
    locate: (place) => ofPlace(place)?.locate(place) ?? null,
    placeOf: async (path) => of(path).placeOf(path),
    identify: async (path) => of(path).identify(path),
    pinned,
    async *list(folder, signal, ask) {
      yield* of(folder).list(folder, signal, ask);
    },
    stat: async (path) => of(path).stat(path),
    entry: async (path) => of(path).entry(path),
    open: async (path) => of(path).open(path),
    readFolder: async (folder) => of(folder).readFolder(folder),
    write: async (path, source, options) => of(path).write(path, source, options),
    createFolder: async (path, options) => of(path).createFolder(path, options),
    folderTraits: async (path) => of(path).folderTraits(path),
    remakeFolder: async (path, traits) => of(path).remakeFolder(path, traits),
    sync: async (folder) => of(folder).sync(folder),
    mounts: async () => (await Promise.all(all.map((storage) => storage.mounts()))).flat(),
    parts: routeParts(routes),
    async rename(from, to) {
      if (of(from) !== of(to)) throw new AppError("file/io", { code: "EXDEV" });
      return of(from).rename(from, to);
    },
    assertMovable: async (path) => of(path).assertMovable(path),
    async copy(from, toFolder, options) {
      const [source, target] = [of(from), of(toFolder)];
      if (source === target) return source.copy(from, toFolder, options);
      return transferTree({ source, target, from, toFolder, options, isMove: false });
    },
    async move(from, toFolder, options) {
      const [source, target] = [of(from), of(toFolder)];
      if (source === target) return source.move(from, toFolder, options);
      return transferTree({ source, target, from, toFolder, options, isMove: true });
    },
    removeEmptyFolder: async (path) => of(path).removeEmptyFolder(path),
    removeMoved: async (path, stamp) => of(path).removeMoved(path, stamp),
    remove: async (path, options) => of(path).remove(path, options),
    trash: routeTrash(routes),
    details: async (path) => of(path).details(path),
    setAttributes: async (path, options) => of(path).setAttributes(path, options),
    measure: async (path, signal) => of(path).measure(path, signal),
    survey: async (path, options) => of(path).survey(path, options),
    async *search(folder, query, signal) {
      yield* of(folder).search(folder, query, signal);
    },
    async *searchText(folder, query, signal) {
      yield* of(folder).searchText(folder, query, signal);
    },
    space: async (path, wantedBytes) => of(path).space(path, wantedBytes),
    watch: async (folder, onChange, signal) => of(folder).watch(folder, onChange, signal),
  };
}
